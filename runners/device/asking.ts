import type { EngineError } from '../../src/base/errors.ts';
import { Wire } from './connection.ts';
import { Link } from './device-link.ts';
import { DeviceLog } from './device-state.ts';
import type { Ask, FromApp, Hello, OpenMessage, ToApp } from './protocol.ts';

/** What an app is asked of a sample: conversations that are opened, and asks. */
export type Planned = OpenMessage | (Ask & { readonly type: 'ask' });

/** An app that keeps what it is asked. It says nothing, or calls the first tool: a plan is what it is asked in both cases. */
export class AskingLink extends Link {
	/** By sample. */
	readonly asked: Map<string, Planned[]> = new Map();
	/** What it calls, and as a raw model writes it; absent: nothing. */
	call: { readonly name: string; readonly raw: string } | undefined;
	readonly #wire: Wire;

	constructor(hello: Hello, level: Ask['level']) {
		super(hello, level, new DeviceLog());
		this.#wire = new AskingWire(this);
	}

	override async beginSample(_signal: AbortSignal | undefined, sample?: string): Promise<EngineError | undefined> {
		this.sample = sample;
		return undefined;
	}

	override async connection(): Promise<Wire> {
		return this.#wire;
	}

	answer(asked: Ask & { readonly type: 'ask' }): readonly FromApp[] {
		const { call } = this;
		const { ask } = asked;
		const end = { type: 'end' as const, ask, atMs: 1, reason: '', usage: {} };
		const user = { role: 'user' as const, text: 'text' in asked ? (asked.text ?? '') : '' };
		if (call === undefined) return [{ ...end, n: 0, finish: 'stop', messages: [user] }];
		if (asked.level === 'raw') {
			return [
				{ type: 'chunk', ask, n: 0, atMs: 1, text: call.raw },
				{ ...end, n: 1, finish: 'stop' },
			];
		}
		const called: FromApp = { type: 'call', ask, n: 0, atMs: 1, name: call.name, arguments: {} };
		if (asked.level === 'chat') return [called, { ...end, n: 1, finish: 'tool-call' }];
		const messages = [user, { role: 'tool' as const, call: 0, result: { type: 'ok' as const, data: {} } }];
		return [called, { ...end, n: 1, finish: 'tool-call', more: true }, { ...end, n: 2, finish: 'stop', messages }];
	}
}

class AskingWire extends Wire {
	readonly #link: AskingLink;

	constructor(link: AskingLink) {
		super(link.hello);
		this.#link = link;
	}

	send(sent: ToApp): void {
		if (sent.type !== 'open' && sent.type !== 'ask') return;
		const { asked, sample = '' } = this.#link;
		asked.set(sample, [...(asked.get(sample) ?? []), sent]);
		if (sent.type === 'ask') for (const part of this.#link.answer(sent)) this.pass(part);
	}
}
