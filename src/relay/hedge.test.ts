import { expect, test } from 'vitest'
import type { SkipReason } from '../core/records.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { POLICY } from './routing/test-targets.ts'
