import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The variable that names the file to write to. */
export const REPORT_FILE = 'YUMEN_TEST_REPORT'

const MOST_LINES = 12
/** Steps of a stack that lie outside of the project. */
const FOREIGN = /^\s+at .*(?:node_modules|node:internal)/

/** A reporter of vitest that writes a JSON file: how many tests passed and were skipped, and `failures`, each a name and the first lines of what went wrong. */
export default class {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state).length
    const failures = [
      ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(failuresOf),
      ...tests.filter((test) => test.result().state === 'failed').map(failedTest),
      ...unhandled.map((error) => failure('outside of any test', [error])),
    ]
    const report = { passed: count('passed'), skipped: count('skipped'), failures }
    writeFileSync(process.env[REPORT_FILE], JSON.stringify(report))
  }
}

/** What a file or a group says that did not load, or whose hooks failed. */
function failuresOf(entity) {
  const errors = entity.errors()
  return errors.length > 0 ? [failure(nameOf(entity), errors)] : []
}

function failedTest(test) {
  return failure(nameOf(test), test.result().errors)
}

function failure(name, errors) {
  const text = errors.map((error) => error.stack || `${error.name}: ${error.message}`).join('\n')
  const ours = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !FOREIGN.test(line))
  const lines = ours.slice(0, MOST_LINES)
  return { name, message: lines.map((line) => `  ${line}`).join('\n') }
}

function nameOf(entity) {
  const { relativeModuleId } = entity.type === 'module' ? entity : entity.module
  return entity.type === 'module' ? relativeModuleId : `${relativeModuleId} > ${entity.fullName}`
}
