import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gemma4Templates } from '../../src/gguf/made/gemma4-template.ts';
import { fidelity } from './fidelity.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-fidelity-'));
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return folder;
}

describe('npm run fidelity', () => {
	it('prints every prompt of every template', async () => {
		const { lines, whole } = await fidelity(
			folderOf({ 'a.jinja': gemma4Templates.plain, 'b.jinja': gemma4Templates.thinkingOff }),
		);
		expect(whole).toBe(true);
		expect(lines[0]).toBe('a.jinja (gemma4)');
		expect(lines[1]).toMatch(/^ {2}one call +first prompt +same$/);
		expect(lines.filter((line) => line.includes('openings of earlier model turns'))).toHaveLength(5);
	});

	it('prints the first difference, and says that not all is the same', async () => {
		const odd = gemma4Templates.plain.replaceAll('<|tool_response>response:', '<|tool_response> response:');
		const { lines, whole } = await fidelity(folderOf({ 'odd.jinja': odd }));
		expect(whole).toBe(false);
		expect(lines.join('\n')).toMatch(
			/after tool responses +DIFFERS at character \d+\n +gemmark: {2}"response:.*\n +template: " response:/,
		);
	});

	it('tells a template that is no Jinja as refused', async () => {
		const { lines, whole } = await fidelity(folderOf({ 'no.jinja': '{% if %}' }));
		expect(whole).toBe(false);
		expect(lines.join('\n')).toMatch(/REFUSED: .*chat template cannot be read/);
	});

	it('needs a folder', async () => {
		await expect(fidelity(undefined)).rejects.toMatchObject({ code: 'usage' });
	});
});
