import { describe, expect, test } from 'vitest'

import { createSignInThrottle, networkOf } from './sign-in-throttle.ts'

describe('networkOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('createSignInThrottle', () => {
  const guess = async (
    throttle: ReturnType<typeof createSignInThrottle>,
    account: string,
    network: string,
  ) => {
    const attempt = await throttle.begin(account, network, false)
    await attempt.fail()
  }

  test('lets the owner in from their own network while others keep guessing', async () => {
    const throttle = createSignInThrottle(() => 1000)
    for (let index = 0; index < 5; index += 1) await guess(throttle, 'jane', `198.51.100.${index}`)
    await expect(throttle.begin('jane', '203.0.113.1', false)).rejects.toMatchObject({ status: 429 })
    await expect(throttle.begin('jane', '192.0.2.7', true)).resolves.toBeDefined()
  })

  test('slows down a network that tries many accounts', async () => {
    const throttle = createSignInThrottle(() => 1000)
    for (let index = 0; index < 30; index += 1) await guess(throttle, `user ${index}`, '198.51.100.1')
    await expect(throttle.begin('jane', '198.51.100.1', false)).rejects.toMatchObject({ status: 429 })
    await expect(throttle.begin('jane', '198.51.100.2', false)).resolves.toBeDefined()
  })
})
