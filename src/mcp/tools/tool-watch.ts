import type { JsonObject } from '../../json/json-value.ts';
import { toolChanges } from './tool-changes.ts';

/** Watches whether a server's tools stay those of its start. */
export class ToolWatch {
	readonly #server: string;
	/** Undefined where no server is there to be asked; a rejection is told by the calls. */
	readonly #list: () => Promise<readonly JsonObject[] | undefined>;
	/** Of its start. */
	#before: readonly JsonObject[] | undefined;
	/** Whether they may be others now. */
	#stale = false;
	#comparing: Promise<void> = Promise.resolve();
	#changes: string | undefined;

	constructor(server: string, list: () => Promise<readonly JsonObject[] | undefined>) {
		this.#server = server;
		this.#list = list;
	}

	/** The server has started and has these. */
	begin(tools: readonly JsonObject[]): void {
		this.#before = tools;
		if (this.#stale) this.changed();
	}

	/** The server says that it has others. They are compared beside the calls: what changed is no part of their time. */
	changed(): void {
		this.#stale = true;
		if (this.#before !== undefined) this.#comparing = this.#comparing.then(() => this.#compare());
	}

	/** The server is there, for the first time or again: then as another it may have others. */
	connected(): void {
		if (this.#before !== undefined) this.changed();
	}

	/** What is other than at its start, one line; undefined where nothing is known to be. */
	async changes(): Promise<string | undefined> {
		await this.#comparing;
		return this.#changes;
	}

	async #compare(): Promise<void> {
		if (!this.#stale || this.#before === undefined) return;
		this.#stale = false;
		const tools = await this.#list().catch(() => undefined);
		if (tools !== undefined) this.#changes ??= toolChanges(this.#server, this.#before, tools);
	}
}
