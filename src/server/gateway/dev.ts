/** The gateway for the development server, which owns the port and serves the dashboard itself. */
import { getRequestListener } from '@hono/node-server'
import { startGateway } from './main.ts'
import { readConfiguration } from './shared/configuration.ts'

/**
 * Starts the gateway, and the embedded service if no other is configured.
 *
 * @returns a Node request listener for the API's paths, what to tell the port once it is open, and how to stop
 */
export async function startForDevelopment() {
  const { gateway, listening, close } = await startGateway(readConfiguration(process.env), null)
  return { listener: getRequestListener((request, bindings) => gateway.fetch(request, bindings)), listening, close }
}
