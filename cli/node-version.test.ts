import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecentNode, requireRecentNode } from './node-version.ts';

/** What a process of this version prints, and how it ends. */
function started(version: string): readonly unknown[] {
	const events: unknown[] = [];
	const stderr = { write: (line: string) => events.push(line) };
	requireRecentNode({ version, stderr, exit: (code: number) => events.push(code) } as unknown as NodeJS.Process);
	return events;
}

describe('Node', () => {
	it('is recent from 22.18', () => {
		for (const version of ['v22.18.0', 'v22.21.3', 'v24.0.0', 'v100.1.0']) expect(isRecentNode(version)).toBe(true);
		for (const version of ['v22.17.9', 'v20.20.2', 'v8.0.0', '']) expect(isRecentNode(version)).toBe(false);
	});

	it('that is too old is refused in one line with exit code 3', () => {
		expect(started('v20.20.2')).toEqual([
			expect.stringMatching(/^gemmark: needs Node 22\.18 or later, and this is v20\.20\.2\. .*\n$/u),
			3,
		]);
		expect(started(process.version)).toEqual([]);
	});

	it('that is too old meets no import by name before the check', () => {
		const importsOf = (file: string): readonly string[] =>
			readFileSync(join(import.meta.dirname, file), 'utf8')
				.split('\n')
				.filter((line) => line.startsWith('import '));
		expect(importsOf('node-version.ts')).toEqual([]);
		expect(importsOf('main.ts')).toEqual([
			"import * as nodeModule from 'node:module';",
			"import { requireRecentNode } from './node-version.ts';",
		]);
	});
});
