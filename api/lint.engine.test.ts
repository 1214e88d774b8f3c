import { describe, expect, it } from 'vitest';
import { findingText } from '../src/lint/finding.ts';
import { lint } from './lint.ts';

describe('lint', () => {
	it.each(['f16', 'q8_0', 'q4_0'])('finds no error in the bundled mini-%s, whose tokens it counts', async (type) => {
		const { kind, app, findings } = await lint(`models/mini/mini-${type}.gguf`);
		expect([kind, app]).toEqual(['gguf', 'habit-coach']);
		expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
		expect(findings.map((finding) => findingText(finding)).find((text) => text.startsWith('context:'))).not.toContain(
			'estimated',
		);
	});
});
