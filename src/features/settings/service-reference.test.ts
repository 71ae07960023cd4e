import { describe, expect, it } from 'vitest'
import { apiReferenceUrl } from './service-reference.ts'

describe('apiReferenceUrl', () => {
  it('returns the address if the browser and the simulation are on the same machine', () => {
    expect(apiReferenceUrl('simulation', 'http://127.0.0.1:4401', 'localhost')).toBe('http://127.0.0.1:4401/reference')
  })
  it('returns null if the browser or the service is on another machine, or if the service is not a simulation', () => {
    expect(apiReferenceUrl('simulation', 'http://127.0.0.1:4401', 'switchboard.example.com')).toBeNull()
    expect(apiReferenceUrl('simulation', 'https://service.example.com', 'localhost')).toBeNull()
    expect(apiReferenceUrl('live', 'http://127.0.0.1:4401', 'localhost')).toBeNull()
    expect(apiReferenceUrl('simulation', '', 'localhost')).toBeNull()
  })
})
