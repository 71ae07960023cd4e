/** The terminal says what the first read of the service found, and which setting to look at. */
import { describe, expect, it } from 'vitest'
import { startScriptedService, startTestGateway } from '../testing/testing.ts'
import { describeFirstRead, startedPattern } from './first-read.ts'

describe('the sentence about the first read', () => {
  const start = async (serviceUrl: string) => {
    const { gateway } = await startTestGateway(serviceUrl)
    await gateway.close()
    return describeFirstRead('service http://example.com', gateway.firstRefusal)
  }

  it('says that Switchboard is connected only after an answer', async () => {
    const service = await startScriptedService(() => undefined)
    expect(await start(service.url)).toBe('Connected to the service http://example.com')
    await service.close()
  })

  it('names the setting with the address if nothing usable answers there', async () => {
    const silent = await startScriptedService(() => undefined)
    await silent.close()
    const website = await startScriptedService(() => ({ body: '<html>Welcome</html>' }))
    const broken = await startScriptedService(() => ({ status: 500 }))
    for (const { url } of [silent, website, broken]) {
      const sentence = await start(url)
      expect(sentence).toMatch(/^Not connected to the service http:\/\/example\.com: .*Check SERVICE_URL/)
      expect(sentence).toMatch(startedPattern)
    }
    await Promise.all([website.close(), broken.close()])
  })

  it('names the setting with the key if the service rejects it', async () => {
    for (const status of [401, 403]) {
      const service = await startScriptedService(() => ({ status, body: { error: { code: 'no', message: 'No.' } } }))
      expect(await start(service.url)).toMatch(/^Not connected to .*rejected.*Check SERVICE_API_KEY/)
      await service.close()
    }
  })
})
