import { GuardedTemplate, type TemplateVariables } from './guarded-template.ts';

/** A template that is ready to render, and the steps of its renderings so far. */
export type CompiledTemplate = Pick<GuardedTemplate, 'render' | 'steps'>;

/** One rendering in the process; without variables the source is only read. */
export interface TemplateJob {
	readonly source: string;
	readonly variables: TemplateVariables | undefined;
	readonly most: number | undefined;
}

export interface TemplateAnswer {
	readonly text?: string;
	/** The template's own error, or the limit that ended the process. */
	readonly failed?: string;
	readonly ended?: true;
	readonly steps: number;
}

/** Milliseconds of one rendering, and the megabytes of its process. */
export const TEMPLATE_MS = 10_000;
export const TEMPLATE_MB = 256;
/** Milliseconds that the thread may take longer, to start and to kill the process. */
const GRACE_MS = 20_000;

/**
 * A chat template of a stranger, rendered in a process of its own: one filter may take gigabytes or minutes, such as
 * `tojson(indent=99999999)`, and a worker thread that runs out of memory in it ends the whole program. The caller waits.
 * One that took too much is not rendered again. In a browser it is rendered in place.
 */
export class ForeignTemplate implements CompiledTemplate {
	readonly #source: string;
	readonly #inPlace: GuardedTemplate | undefined;
	#ended: string | undefined;
	steps = 0;

	constructor(source: string) {
		this.#source = source;
		if (threads() === undefined) this.#inPlace = new GuardedTemplate(source);
		else this.#ask(undefined);
	}

	render(variables: TemplateVariables, most?: number): string {
		return this.#inPlace?.render(variables, most) ?? this.#ask(variables, most);
	}

	#ask(variables: TemplateVariables | undefined, most?: number): string {
		if (this.#ended !== undefined) throw new Error(this.#ended);
		bridge ??= new Bridge();
		const { text, failed = 'no text', ended, steps } = bridge.ask({ source: this.#source, variables, most });
		this.steps += steps;
		if (ended) this.#ended = failed;
		if (text === undefined) throw new Error(failed);
		return text;
	}
}

type Threads = ReturnType<typeof process.getBuiltinModule<'node:worker_threads'>>;

/** Not imported: the library runs in browsers too. */
function threads(): Threads | undefined {
	return globalThis.process?.getBuiltinModule?.('node:worker_threads');
}

let bridge: Bridge | undefined;

/** Starts the process in which foreign templates are rendered, beside what else there is to wait for. */
export function warmTemplates(): void {
	if (threads() !== undefined) bridge ??= new Bridge();
}

/** A thread that talks to the process while the caller's waits. */
class Bridge {
	readonly #threads = threads() as Threads;
	readonly #answered = new Int32Array(new SharedArrayBuffer(4));
	readonly #port: InstanceType<Threads['MessagePort']>;

	constructor() {
		const { port1, port2 } = new this.#threads.MessageChannel();
		// From source it is a .ts file, from the package a .js file.
		const script = new URL(`./template-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
		const workerData = { port: port2, answered: this.#answered };
		const thread = new this.#threads.Worker(script, { workerData, transferList: [port2], execArgv: [], stderr: true });
		// One that does not start never answers.
		thread.on('error', () => undefined).unref();
		this.#port = port1;
		port1.unref();
	}

	ask(job: TemplateJob): TemplateAnswer {
		Atomics.store(this.#answered, 0, 0);
		this.#port.postMessage(job);
		Atomics.wait(this.#answered, 0, 0, TEMPLATE_MS + GRACE_MS);
		const received = this.#threads.receiveMessageOnPort(this.#port)?.message as TemplateAnswer | undefined;
		if (received !== undefined) return received;
		bridge = undefined;
		return { failed: 'the process that renders it does not start', steps: 0 };
	}
}
