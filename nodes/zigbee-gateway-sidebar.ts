/** The plugin of the sidebar is its dialog alone: what it asks, the gateway nodes serve (`admin/api.ts`). Node-RED wants a module beside it. */
export default function (): void {}
