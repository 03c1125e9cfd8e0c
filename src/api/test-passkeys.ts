import { newId } from '../core/ids.ts'
import { testPasskey } from '../vault/test-passkey.ts'
import { SECOND_FACTOR_BODIES, userWithSecondFactor } from './test-second-factor.ts'
import { signedIn } from './test-signed-in.ts'
import { PASSWORD, type World } from './testing.ts'

/** Where the console of a test is opened. */
export const HERE = 'https://yumen.example'

/** What a browser sends along from a page of an origin. */
export const from = (origin = HERE) => ({ origin })

/** Adds a passkey to somebody signed in; its device, its id here, and who is told to be its owner. */
export async function passkeyOn(world: World, token: string, origin = HERE) {
  const headers = from(origin)
  const device = testPasskey()
  const begun = await world.call('beginPasskey', { token, headers, body: { password: PASSWORD } })
  const { ticket, options } = begun.body
  const response = device.made({ challenge: options.challenge, origin, userHandle: options.user.id })
  const added = await world.call('addPasskey', { token, headers, body: { ticket, name: 'Laptop', response } })
  return { device, id: added.body.id }
}

/** Makes what the calls about second factors and passkeys are about, and gives its id. */
export function waysInObjects(world: () => World) {
  const passkey = async ({ token }: { token: string }) => (await passkeyOn(world(), token)).id
  return {
    adminEndSecondFactor: () => userWithSecondFactor(world()),
    adminRemovePasskeys: () => userWithPasskey(world()),
    renamePasskey: passkey,
    removePasskey: passkey,
  }
}

async function userWithPasskey(world: World): Promise<string> {
  const { id, token } = await signedIn(world, newId())
  await passkeyOn(world, token)
  return id
}

const answered = { clientDataJSON: 'AAAA' }
const handed = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const }

/** Bodies of these calls that every check of form lets through. */
export const WAYS_IN_BODIES = {
  ...SECOND_FACTOR_BODIES,
  passkeyLogin: () => ({
    ticket: 'x',
    response: {
      ...handed,
      response: { ...answered, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
    },
  }),
  beginPasskey: () => ({ password: PASSWORD }),
  addPasskey: () => ({
    ticket: 'x',
    name: 'Laptop',
    response: { ...handed, response: { ...answered, attestationObject: 'AAAA' } },
  }),
  renamePasskey: () => ({ name: newId() }),
  removePasskey: () => ({ password: PASSWORD }),
  adminRemovePasskeys: () => ({ password: PASSWORD }),
}
