/** The parts of Node-RED's editor that the dialogs use: its types, as far as they need them, and the reads and writes of every dialog. */
export type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** As nodes, and rows of a rule, save which resource they mean. */
export interface SavedChoice {
  address?: string;
  uniqueid?: string;
  resourceName?: string;
  house?: string;
}

/** The list from which a resource is picked. */
export interface Picker {
  save(): void;
  refill(): void;
  readonly chosen: Required<SavedChoice>;
}

/** A node while its dialog is open. */
export interface EditedNode extends SavedChoice {
  readonly id: string;
  readonly type: string;
  readonly z?: string; // its flow
  readonly _: Say;
  name?: string;
  gateway?: string;
  inputs?: number | string;
  own?: boolean;
  declares?: string;
  declaredName?: string;
  picker?: Picker;
  unsaid?: Record<string, unknown>; // properties that an older node lacks and that have no field
  changed?: boolean;
  dirty?: boolean; // it is to be drawn
  [property: string]: unknown;
}

/** A property of a node; a validator with two parameters may answer a sentence. */
export interface Property {
  readonly value: unknown;
  readonly type?: string;
  readonly required?: boolean;
  readonly validate?: (this: EditedNode, value: never, options?: unknown) => boolean | string;
}

export interface NodeType {
  readonly category?: string;
  readonly hasUsers?: boolean; // false: it works without any
  readonly color: string;
  readonly defaults: Readonly<Record<string, Property>>;
  readonly credentials?: Readonly<Record<string, { readonly type: string }>>;
  readonly inputs?: number;
  readonly outputs?: number;
  readonly icon: string;
  paletteLabel?(this: EditedNode): string;
  label?(this: EditedNode): string;
  labelStyle?(this: EditedNode): string;
  inputLabels?(this: EditedNode): string;
  outputLabels?(this: EditedNode, index: number): string;
  onadd?(this: EditedNode): void;
  oneditprepare?(this: EditedNode): void;
  oneditsave?(this: EditedNode): void;
  oneditcancel?(this: EditedNode): void;
  oneditdelete?(this: EditedNode): void;
}

/** A step that can be undone. */
export interface HistoryStep {
  readonly t: string;
  readonly nodes?: unknown[]; // of an "add": ids
  readonly events?: readonly HistoryStep[];
}

interface Notice {
  close(): void;
}

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Editor {
  readonly _: Say;
  readonly settings: {
    readonly apiRootUrl?: string;
    get(name: string): { readonly access_token?: string } | undefined;
  };
  readonly i18n: { detectLanguage(): string };
  readonly state: { readonly DEFAULT: number; readonly EDITING: number };
  readonly nodes: {
    registerType(type: string, node: NodeType): void;
    node(id: string): EditedNode | null;
    eachNode(look: (node: EditedNode) => boolean): void;
    workspace(id: string): Flow | undefined;
    subflow(id: string): Flow | undefined;
    eachConfig(look: (node: ConfigNode) => boolean): void; // false ends it
    filterNodes(filter: { readonly z: string }): Placed[];
    groups(flow: string): Placed[];
    dirty(): boolean;
    dirty(isDirty: boolean): void;
    import(nodes: readonly object[], options: { readonly markChanged: boolean }): void;
    remove(id: string): void;
    updateConfigNodeUsers(node: EditedNode, options: { readonly action: "add" | "remove" }): void;
  };
  readonly workspaces: { active(): string };
  readonly view: {
    scale(): number;
    state(): number;
    reveal(node: string): void;
    selection(): { readonly nodes?: readonly (Placed & { readonly id: string })[] };
    focus(): void;
    redraw(): void;
    importNodes(nodes: readonly unknown[], options: Readonly<Record<string, unknown>>): void;
  };
  readonly editor: {
    editConfig(name: string, type: string, id: string): void;
    validateNode(node: EditedNode): boolean;
  };
  readonly history: { peek(): HistoryStep | undefined; push(step: object): void };
  readonly comms: { subscribe(topic: string, hear: (topic: string, told: unknown) => void): void };
  readonly events: {
    on(event: string, run: (node: EditedNode) => void): void;
    off(event: string, run: (node: EditedNode) => void): void;
    emit(event: string, node: EditedNode): void;
  };
  readonly actions: {
    add(name: string, run: () => void): void;
    remove(name: string): void;
    invoke(name: string): void;
  };
  readonly sidebar: {
    addTab(tab: Readonly<Record<string, unknown>>): void;
    removeTab(id: string): void;
    show(id: string): void;
  };
  readonly plugins: { registerPlugin(id: string, plugin: Readonly<Record<string, unknown>>): void };
  readonly validators: { typedInput(typeField: string): NonNullable<Property["validate"]> };
  notify(content: JQuery, options: unknown): Notice;
}

/** Of a flow, or of all where `z` is empty. */
export interface ConfigNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly d?: boolean;
  readonly name?: string;
  readonly radio?: unknown; // of a gateway
}

interface Flow {
  readonly label?: string;
  readonly name?: string;
  readonly locked?: boolean;
}

declare global {
  const RED: Editor;
  /** Node-RED's own widgets. */
  interface JQuery {
    typedInput(get: "value"): string;
    typedInput(options: object): this;
    typedInput(set: string, value: unknown): this;
    editableList(options: object): this;
    editableList(add: "addItem", item: object): this;
    editableList(get: "items"): JQuery;
  }
}

/** Of a form, where every value is a text. */
export function fieldValue(field: JQuery): string {
  return String(field.val() ?? "");
}

export function isChecked(field: JQuery): boolean {
  return field.prop("checked") === true;
}

/** A name of the environment: its value is known only where the flow runs. */
export function isEnvironment(text: string): boolean {
  return /^\$\{[^}]+\}$/.test(text);
}

export function option(list: JQuery, value: string, text = value): JQuery {
  return $("<option>").val(value).text(text).appendTo(list);
}
