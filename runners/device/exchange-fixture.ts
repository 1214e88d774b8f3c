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

/** One message of gemmark, and what the app sends after it. */
export interface Step {
	readonly gemmark: ExchangeLine['message'];
	readonly app: readonly ExchangeLine['message'][];
}

/** The exchange after the hello. */
export function steps(lines: readonly ExchangeLine[]): readonly Step[] {
	const found: { gemmark: ExchangeLine['message']; app: ExchangeLine['message'][] }[] = [];
	for (const { from, message } of lines.slice(1)) {
		if (from === 'gemmark') found.push({ gemmark: message, app: [] });
		else found.at(-1)?.app.push(message);
	}
	return found;
}
