/** Entry point of the embedded service as its own process (`npm run service`). */
import { DatabaseBusy, DatabaseUnusable } from '../database/faults.ts'
import { CannotListen, endProcess } from '../listen.ts'
import { ConfigurationError, readConfiguration } from './configuration.ts'
import { InstallationUnreadable } from './installation.ts'
import { startService } from './start.ts'

try {
  const options = readConfiguration(process.env)
  const service = await startService({ ...options, report: (error) => console.error(error) })
  const { plan, speed, specificationOnly } = options
  console.log(`Service  ${service.url}`)
  console.log(`A simulation: it places no real calls and sends no messages.`)
  console.log(
    `Plan ${plan.name}, ${plan.concurrentCalls} ${plan.concurrentCalls === 1 ? 'call' : 'calls'} at once, speed ×${speed}${specificationOnly ? ', without extensions' : ''}.`,
  )
  if (service.generated.apiKey) console.log(`SERVICE_API_KEY=${service.apiKey}`)
  if (service.generated.workspaceId) console.log(`SERVICE_WORKSPACE_ID=${service.workspaceId}`)
  if (options.webhookUrl && !specificationOnly) {
    console.log(`Events go to ${options.webhookUrl}`)
    if (service.generated.webhookSecret) console.log(`SERVICE_WEBHOOK_SECRET=${service.webhookSecret}`)
  }

  service.startActivity(() => Promise.resolve())

  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    void service.close().then(() => endProcess(0))
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
} catch (error) {
  const isExpected = [ConfigurationError, CannotListen, DatabaseBusy, DatabaseUnusable, InstallationUnreadable].some(
    (errorClass) => error instanceof errorClass,
  )
  console.error(isExpected ? (error as Error).message : error)
  process.exit(1)
}
