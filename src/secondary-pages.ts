/**
 * Pages that people open only from another page. Their imports are in a file of their own, which is loaded when the browser is idle. This
 * makes the first page 1 KiB lighter, because an import lists the names of all files that it needs.
 */
const messaging = () => import('./features/messaging/pages.ts')
const versionPages = () => import('./features/versions/pages.tsx')

const answerPages = {
  reaching: () => import('./features/answers/reaching-page.tsx'),
  calls: () => import('./features/answers/calls/calls-page.tsx'),
  decisions: () => import('./features/answers/decisions/decisions-page.tsx'),
  batches: () => import('./features/answers/batches/batches-page.tsx'),
  agents: () => import('./features/answers/agents/agents-page.tsx'),
  review: () => import('./features/answers/review/review-page.tsx'),
  cost: () => import('./features/answers/cost/cost-page.tsx'),
  budget: () => import('./features/answers/budget/budget-page.tsx'),
}
export const answers = (question: keyof typeof answerPages) => answerPages[question]()

export const call = () => import('./features/live-calls/call-page.tsx')
export const placeCall = () => import('./features/live-calls/place/place-page.tsx')
export const recentCalls = () => import('./features/recent-calls/recent-calls-page.tsx')
export const batch = () => import('./features/batches/batch/batch-page.tsx')
export const newBatch = () => import('./features/batches/new-batch/new-batch-page.tsx')
export const conversation = () => import('./features/conversations/conversation-page.tsx')
export const doNotCall = () => import('./features/do-not-call/list-page.tsx')

export const person = () => import('./features/people/person-page.tsx')

export const agentList = () => import('./features/agents/list-page.tsx')
export const newAgent = () => import('./features/agents/new-page.tsx')
export const importRecords = () => import('./features/import/import-page.tsx')
export const agent = () => import('./features/agents/show-page.tsx')
export const editAgent = () => import('./features/agents/edit-page.tsx')

export const flowList = () => import('./features/flows/list-page.tsx')
export const newFlow = () => import('./features/flows/form/new-page.tsx')
export const flowTemplates = () => import('./features/flows/templates/templates-page.tsx')
export const flow = () => import('./features/flows/show-page.tsx')
export const editFlow = () => import('./features/flows/form/edit-page.tsx')

export const messagingAgentList = async () => (await messaging()).agentList
export const messagingAgentForm = async () => (await messaging()).agentForm
export const messagingAgent = async () => (await messaging()).agentShow

export const messageFlowList = async () => (await messaging()).flowList
export const messageFlowForm = async () => (await messaging()).flowForm
export const messageFlow = async () => (await messaging()).flowShow

export const versions = async (list: string) => (await versionPages()).versionsOf(list)
export const deleted = async (list: string) => (await versionPages()).deletedOf(list)

export const settings = () => import('./features/settings/settings-page.tsx')
export const operator = () => import('./features/settings/operators/operator-page.tsx')

export const notFound = () => import('#app/not-found-page.tsx')

/** What signing out asks about. */
export const storedWork = () => import('./stored-work.ts')
