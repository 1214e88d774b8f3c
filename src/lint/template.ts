import { sha256 } from '../base/json.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { triggerOf } from '../dialects/prompt/renderer.ts';
import { mayThink, type Thinking } from '../model/conversation.ts';
import { finding, type LintFinding, type LintTemplate } from './subject.ts';

/** Markers that open a turn of any Gemma. */
export const GEMMA_TURNS: readonly string[] = ['<|turn>', '<start_of_turn>'];

/** Whether a prompt has a Gemma's turns. A dialect with other turns is not checked. */
export function opensGemmaTurns(prompt: string, { turnOpen }: Dialect): boolean {
	return !GEMMA_TURNS.includes(turnOpen) || GEMMA_TURNS.some((turn) => prompt.includes(turn));
}

/** Why a template refused, without the end of its sentence. */
export function refusalOf(error: unknown): string {
	const { cause = error } = error as { readonly cause?: unknown };
	return (cause instanceof Error ? cause.message : String(cause)).replace(/(?<![.\s])[.\s]+$/u, '');
}

export function triggerFindings(dialect: Dialect, system: string | undefined): readonly LintFinding[] {
	if (triggerOf(dialect, system) !== 'added') return [];
	const { name, trigger = '' } = dialect;
	return [finding('warning', 'lint.trigger-missing', 'system', { dialect: name, trigger })];
}

/** Tools of a dialect that writes them into the system prompt; `supported`: the template renders tools too. */
export function declaredInText({ name: dialect }: Dialect, supported: boolean): LintFinding {
	return supported
		? finding('warning', 'lint.tools-in-text.ignored', 'template', { dialect })
		: finding('note', 'lint.tools-in-text', 'template', { dialect });
}

/** Gemma needs BOS. Engines add it if the file says so. */
export function bosFindings(text: string, { bosToken: bos, addsBos }: LintTemplate): readonly LintFinding[] {
	if (bos === '') return [];
	if (text.startsWith(bos + bos)) return [finding('warning', 'lint.bos-twice', 'template', { bos })];
	if (text.startsWith(bos)) return [];
	return addsBos === true
		? [finding('note', 'lint.bos-added', 'template', { bos })]
		: [finding('error', 'lint.bos-missing', 'template', { bos })];
}

/**
 * Family and date of official templates by the sha256 of their source without white space at its end.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172
 * (2026-04-13), c7c2837c9 (2026-04-29) and 8a0016f82 (2026-07-14, published 2026-07-09 as the files say).
 */
const KNOWN: Readonly<Record<string, readonly [family: string, date: string]>> = {
	'781d10940fbc44be40064b5d43a056fc486c84ceaa55538226368b57314132bf': ['Gemma 4 E2B', '2026-04-13'],
	'33204f1acb5bd0002713e16a593847f24ceeafe711ed88bda2a352dc996a3373': ['Gemma 4 E2B', '2026-04-29'],
	'523fc86ed4db0357763963f4b0fdbce319903f1f68b2d03f593bef7a56836533': ['Gemma 4 E2B', '2026-07-09'],
	'1d35a24a2a63cc600c0cab43628a6df4cd3318e959b03307cf5f9f7e29ecf783': ['Gemma 4 31B', '2026-04-13'],
	'94899c0f917d93f6fe81c95744d1e8ddab2d21d39228d2e4aec1fb2a25bff413': ['Gemma 4 31B', '2026-04-29'],
	'2af48814bacaf2a35a2d57aa19eee6c42ed530011977e8f414cf1d467da446c2': ['Gemma 4 31B', '2026-07-09'],
};

const NEWEST = '2026-07-09';

/** How old the template is, if its hash is known or it gives its date. */
export async function templateVintage(chatTemplate: string): Promise<LintFinding> {
	const hash = await sha256(chatTemplate.trimEnd());
	const [family, date] = KNOWN[hash] ?? [];
	if (family === undefined || date === undefined) {
		const published = /\bPublished:\s*(\d{4}-\d{2}-\d{2})\b/u.exec(chatTemplate)?.[1];
		return finding('note', 'lint.vintage.unknown', 'template', { hash: hash.slice(0, 12), date: published });
	}
	return date < NEWEST
		? finding('note', 'lint.vintage.older', 'template', { family, date, newest: NEWEST })
		: finding('note', 'lint.vintage', 'template', { family, date });
}

/**
 * How the template switches thinking, and whether it can do what is requested. `render` gives its first prompt; without
 * `thinking`, by its default.
 */
export function templateThinking(
	{ name: dialect, thinking: marks }: Dialect,
	render: (thinking: boolean | undefined) => string,
	requested?: Thinking,
): readonly LintFinding[] {
	const [off, on, byDefault] = [render(false), render(true), render(undefined)];
	const wanted = mayThink(requested);
	if (on === off) {
		if (marks === undefined) {
			return wanted ? [finding('error', 'lint.thinking-missing', 'template', { dialect })] : [];
		}
		const marker = marks.marker.trimEnd();
		return wanted
			? [finding('warning', 'lint.thinking-unswitched', 'template', { marker })]
			: [finding('note', 'lint.thinking.marker', 'template', { marker })];
	}
	const empty = marks !== undefined && off.trimEnd().endsWith(marks.close);
	return [
		finding('note', empty ? 'lint.thinking.empty' : 'lint.thinking', 'template', {}),
		...(byDefault === off ? [] : [finding('warning', 'lint.thinking-by-default', 'template', {})]),
	];
}
