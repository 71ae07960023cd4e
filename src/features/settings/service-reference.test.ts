import { describe, expect, it } from 'vitest'
import { referenceOf } from './service-reference.ts'

describe('referenceOf', () => {
  it('returns the address if the browser and the simulation are on the same machine', () => {
    expect(referenceOf('simulation', 'http://127.0.0.1:4401', 'localhost')).toBe('http://127.0.0.1:4401/reference')
  })
  it('returns null if the browser or the service is on another machine, or if the service is not a simulation', () => {
    expect(referenceOf('simulation', 'http://127.0.0.1:4401', 'switchboard.example.com')).toBeNull()
    expect(referenceOf('simulation', 'https://service.example.com', 'localhost')).toBeNull()
    expect(referenceOf('live', 'http://127.0.0.1:4401', 'localhost')).toBeNull()
    expect(referenceOf('simulation', '', 'localhost')).toBeNull()
  })
})
