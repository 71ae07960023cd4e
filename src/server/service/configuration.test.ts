import { describe, expect, it } from 'vitest'
import { plans } from '#contract/index.ts'
import { readConfiguration } from './configuration.ts'

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfiguration({})).toEqual({
      dataDir: '.switchboard/service',
      activity: false,
      host: '127.0.0.1',
      port: 4401,
      plan: plans.enterprise,
      speed: 1,
      seed: 'switchboard',
      specificationOnly: false,
      apiKey: undefined,
      workspaceId: undefined,
    })
  })

  it('reads every setting and ignores empty ones', () => {
    expect(
      readConfiguration({
        PORT: '0',
        HOST: '',
        SERVICE_API_KEY: 'a-key-of-mine',
        SERVICE_WORKSPACE_ID: 'one=First office,two',
        DATA_DIR: '/var/data',
        EMBEDDED_PLAN: 'developer',
        SERVICE_CONCURRENT_CALLS: '200',
        EMBEDDED_SPEED: '2.5',
        EMBEDDED_SEED: '7',
        EMBEDDED_OUTCOMES: '50/20/20/5/5,DE=40/13/35/8/4',
        EMBEDDED_ACTIVITY: 'true',
        EMBEDDED_WEBHOOK_URL: 'https://switchboard.example.com/webhooks/service',
        SERVICE_WEBHOOK_SECRET: 'a-secret-of-mine',
        EMBEDDED_SPECIFICATION_ONLY: '1',
      }),
    ).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      dataDir: '/var/data/service',
      plan: { ...plans.developer, concurrentCalls: 200 },
      speed: 2.5,
      specificationOnly: true,
      workspaceId: 'one=First office,two',
      outcomes: '50/20/20/5/5,DE=40/13/35/8/4',
      activity: true,
      webhookUrl: 'https://switchboard.example.com/webhooks/service',
      webhookSecret: 'a-secret-of-mine',
    })
  })

  it('reports all mistakes in one message', () => {
    const invalidSettings = {
      PORT: '99999',
      EMBEDDED_PLAN: 'gold',
      EMBEDDED_SPEED: 'fast',
      SERVICE_WORKSPACE_ID: 'a/b',
      SERVICE_API_KEY: 'x',
      EMBEDDED_WEBHOOK_URL: 'ftp://x',
      EMBEDDED_OUTCOMES: '35/25',
    }
    expect(() => readConfiguration(invalidSettings)).toThrow(/EMBEDDED_OUTCOMES must be shares in percent/)
    expect(() => readConfiguration(invalidSettings)).toThrow(
      /PORT must be a whole number from 0 to 65535\.\n.*SERVICE_API_KEY.*\n.*SERVICE_WORKSPACE_ID.*\n.*EMBEDDED_PLAN must be.*\n.*EMBEDDED_SPEED.*\n.*EMBEDDED_WEBHOOK_URL/,
    )
  })
})
