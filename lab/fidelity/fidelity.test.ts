import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GEMMA4_CHAT_TEMPLATE } from '../../src/dialects/prompt/gemma4-template.ts';
import { gemma4Templates } from '../../src/testing/gguf/gemma4-template.ts';
import { fidelity } from './fidelity.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-fidelity-'));
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return folder;
}

describe('npm run fidelity', () => {
	it('prints a line per template, and one more where the template can have the model think', async () => {
		const { lines, whole } = await fidelity(
			folderOf({
				'a.jinja': gemma4Templates.plain,
				'b.jinja': gemma4Templates.thinkingOff,
				'c.jinja': GEMMA4_CHAT_TEMPLATE,
			}),
		);
		expect(whole).toBe(true);
		expect(lines).toEqual([
			'a.jinja (gemma4), thinking off: all 11 prompts same',
			'a.jinja (gemma4), thinking on: all 11 prompts same',
			'b.jinja (gemma4), thinking off: all 11 prompts same (7 but for openings of earlier model turns, which the model saw)',
			'b.jinja (gemma4), thinking on: all 11 prompts same',
			expect.stringMatching(/^c\.jinja \(gemma4\), thinking off: all 11 prompts same/u),
			'c.jinja (gemma4), thinking on: all 11 prompts same',
		]);
	});

	it('prints the first difference, and says that not all is the same', async () => {
		const odd = gemma4Templates.plain.replaceAll('<|tool_response>response:', '<|tool_response> response:');
		const { lines, whole } = await fidelity(folderOf({ 'odd.jinja': odd }));
		expect(whole).toBe(false);
		expect(lines).toEqual([
			expect.stringMatching(
				/: 6 of 11 prompts not, first one call, after tool responses: DIFFERS at character \d+, gemmark "response:.*, template " response:/u,
			),
			expect.stringMatching(/, thinking on: 6 of 11 prompts not, first one call, after tool responses: DIFFERS/u),
		]);
	});

	it('reports a template that is no Jinja as refused', async () => {
		const { lines, whole } = await fidelity(folderOf({ 'no.jinja': '{% if %}' }));
		expect(whole).toBe(false);
		expect(lines.join('\n')).toMatch(/REFUSED, /);
	});

	it('needs a folder', async () => {
		await expect(fidelity(undefined)).rejects.toMatchObject({ code: 'usage' });
	});
});
