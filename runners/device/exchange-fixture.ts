import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';

/** A line of an exchange in clients/fixtures. */
export interface ExchangeLine {
	readonly from: 'app' | 'gemmark';
	readonly message: { readonly type: string } & Readonly<Record<string, unknown>>;
}

export type ExchangeName = 'raw' | 'chat' | 'app' | 'refused';

export function exchangeFixture(name: ExchangeName): readonly ExchangeLine[] {
	const text = readFileSync(join(packageRoot(), 'clients/fixtures', `${name}.jsonl`), 'utf8');
	return text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as ExchangeLine);
}

/** What the app says of its own accord, or in answer to one line of gemmark's. */
export interface Step {
	readonly gemmark: ExchangeLine['message'];
	readonly app: readonly ExchangeLine['message'][];
}

/** The exchange behind the hello, as gemmark's lines with what the app answers to each. */
export function steps(lines: readonly ExchangeLine[]): readonly Step[] {
	const found: { gemmark: ExchangeLine['message']; app: ExchangeLine['message'][] }[] = [];
	for (const { from, message } of lines.slice(1)) {
		if (from === 'gemmark') found.push({ gemmark: message, app: [] });
		else found.at(-1)?.app.push(message);
	}
	return found;
}
