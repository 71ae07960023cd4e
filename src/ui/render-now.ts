/** Renders the updates that a function makes before anything that other events want to render. For what a person waits for after a key. */
export { flushSync as renderNow } from 'react-dom'
