/** The plugin of the sidebar is its dialog alone: gateway nodes serve its requests (`admin/api.ts`). Node-RED wants a module beside it. */
export default function (): void {}
