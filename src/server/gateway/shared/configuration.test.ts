import { describe, expect, test } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.ts'

const mistakes = (environment: Record<string, string>): string[] => {
  try {
    readConfiguration(environment)
    return []
  } catch (error) {
    return (error as ConfigurationError).mistakes
  }
}
const service = { SERVICE_URL: 'https://service.example.com', SERVICE_API_KEY: 'sk-123', SERVICE_WORKSPACE_ID: 'ws1' }

describe('configuration', () => {
  test('defaults to the embedded service with the enterprise plan on this machine', () => {
    expect(readConfiguration({ PATH: '/bin' })).toMatchObject({
      port: 4400,
      host: '127.0.0.1',
      service: null,
      rate: { perMinute: 60, burst: 0 },
      concurrentCalls: 10,
      callingHours: { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5] },
      embedded: { plan: { name: 'enterprise' }, speed: 1, specificationOnly: false },
    })
  })

  test('allows one concurrent call for the developer plan, and for a service unless set', () => {
    expect(readConfiguration({ EMBEDDED_PLAN: 'developer' }).concurrentCalls).toBe(1)
    expect(readConfiguration(service).concurrentCalls).toBe(1)
    expect(readConfiguration({ ...service, SERVICE_CONCURRENT_CALLS: '5' }).concurrentCalls).toBe(5)
  })

  test('sets the default calling hours', () => {
    expect(readConfiguration({ CALLING_HOURS: '00:00-24:00 1234567' }).callingHours).toEqual({
      from: '00:00',
      until: '24:00',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      closedDays: [],
    })
    for (const wrong of ['always', '20:00-08:00 12345', '08:00-20:00', '08:00-25:00 1', '08:00-20:00 8'])
      expect(mistakes({ CALLING_HOURS: wrong })).toEqual([expect.stringContaining('CALLING_HOURS must be')])
  })

  test('accepts one workspace or several with names', () => {
    const several = { ...service, SERVICE_WORKSPACE_ID: 'a=North, b=South=East' }
    expect(readConfiguration(several).service?.workspaces).toEqual([
      { id: 'a', name: 'North' },
      { id: 'b', name: 'South=East' },
    ])
    expect(readConfiguration(service).service?.workspaces).toEqual([{ id: 'ws1', name: 'ws1' }])
  })

  test('reports all mistakes at once', () => {
    const found = mistakes({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      SERVICE_URL: 'ftp://x',
      SERVICE_REQUESTS_PER_MINUTE: '1.5',
      EMBEDDED_PLAN: 'gold',
      OIDC_ISSUER: 'https://login.example.com',
    })
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'SERVICE_URL',
      'SERVICE_REQUESTS_PER_MINUTE',
      'EMBEDDED_PLAN',
      'OIDC_CLIENT_ID',
    ])
      expect(found.filter((mistake) => mistake.includes(name))).not.toEqual([])
    expect(found.length).toBeGreaterThanOrEqual(7)
  })

  test('names missing settings of the service', () => {
    expect(mistakes({ SERVICE_URL: service.SERVICE_URL, SERVICE_API_KEY: 'k' })).toEqual([
      'SERVICE_WORKSPACE_ID is missing, but SERVICE_URL and SERVICE_API_KEY are set. Set all three, or none for the embedded service.',
    ])
  })

  test('reports an unusable key without quoting it', { tags: ['R34'] }, () => {
    expect(mistakes({ ...service, SERVICE_API_KEY: 'secret with space' }).join()).not.toContain('secret')
  })

  test('requires an https address if other machines can reach it', {
    tags: ['R46', 'other-machines-need-https'],
  }, () => {
    expect(mistakes({ HOST: '0.0.0.0' })).toHaveLength(1)
    expect(mistakes({ HOST: '0.0.0.0', PUBLIC_URL: 'http://sb.example.com' })).toHaveLength(1)
    expect(mistakes({ HOST: '0.0.0.0', PUBLIC_URL: 'https://sb.example.com' })).toEqual([])
    expect(mistakes({ HOST: '::1' })).toEqual([])
  })

  test('ignores values that are only spaces', () => {
    expect(readConfiguration({ SERVICE_URL: ' ', PORT: '' }).port).toBe(4400)
    expect(new ConfigurationError(['x']).mistakes).toEqual(['x'])
  })
})
