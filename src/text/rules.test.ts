import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import { type RuleFile, readRules } from './rules.ts';

const files = readdirSync(join(packageRoot(), 'src'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.rules.json'))
	.map((name) => [name, JSON.parse(readFileSync(join(packageRoot(), 'src', name), 'utf8'))] as const);

interface Row {
	readonly reason: string;
	readonly yes: readonly string[];
	readonly no: readonly string[];
}

describe.each(files)('%s', (_, file: RuleFile & { readonly rules: Readonly<Record<string, Row>> }) => {
	it.each(Object.entries(readRules(file)))('%s: its examples', (name, pattern) => {
		const { reason = '', yes = [], no = [] } = file.rules[name] ?? {};
		expect(Math.min(reason.length, yes.length, no.length)).toBeGreaterThan(0);
		expect(yes.filter((text) => text.search(pattern) === -1)).toEqual([]);
		expect(no.filter((text) => text.search(pattern) !== -1)).toEqual([]);
	});
});
