/** Bundles all pages of this folder into one chunk, because people visit them one after another. */
export * as agentForm from './agents/form-page.tsx'
export * as agentList from './agents/list-page.tsx'
export * as agentShow from './agents/show-page.tsx'
export * as flowForm from './flows/form-page.tsx'
export * as flowList from './flows/list-page.tsx'
export * as flowShow from './flows/show-page.tsx'
