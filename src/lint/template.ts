import { sha256 } from '../base/json.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { triggerOf } from '../dialects/prompt/renderer.ts';
import { mayThink, type Thinking } from '../model/conversation.ts';
import type { LintFinding, LintTemplate } from './subject.ts';

/** Markers that open a turn of any Gemma. */
export const GEMMA_TURNS: readonly string[] = ['<|turn>', '<start_of_turn>'];

/** Whether a prompt has a Gemma's turns; those of a dialect that is no Gemma's are its own matter. */
export function opensGemmaTurns(prompt: string, { turnOpen }: Pick<Dialect, 'turnOpen'>): boolean {
	return !GEMMA_TURNS.includes(turnOpen) || GEMMA_TURNS.some((turn) => prompt.includes(turn));
}

export function foreignTemplate(): LintFinding {
	const turns = GEMMA_TURNS.join(', ');
	return {
		level: 'error',
		code: 'foreign-template',
		message: {
			en: `opens no turn as a Gemma does (${turns}), so it is no Gemma's`,
			ko: `Gemma처럼 턴을 열지 않습니다(${turns}). Gemma의 템플릿이 아닙니다`,
		},
		where: 'template',
	};
}

export function systemRefused(error: unknown): LintFinding {
	const why = refusalOf(error);
	const message = {
		en: `the model's chat template refuses a system text: ${why}`,
		ko: `채팅 템플릿이 시스템 글을 거부합니다: ${why}`,
	};
	return { level: 'error', code: 'system-refused', message, where: 'system' };
}

/** Of a template that prints the app's own prompt. */
export function toolsNeeded(error: unknown): LintFinding {
	const why = refusalOf(error);
	const message = {
		en: `prints the app's first prompt, and refuses the same with other tools or none: ${why}`,
		ko: `앱의 첫 프롬프트는 만들지만, 도구가 다르거나 없으면 거부합니다: ${why}`,
	};
	return { level: 'error', code: 'template-unusable', message, where: 'template' };
}

/** What a template said when it refused, without the end of its sentence. */
export function refusalOf(error: unknown): string {
	const { cause = error } = error as { readonly cause?: unknown };
	return (cause instanceof Error ? cause.message : String(cause)).replace(/[.\s]+$/u, '');
}

export function triggerFindings(dialect: Dialect, system: string | undefined): readonly LintFinding[] {
	if (triggerOf(dialect, system) !== 'added') return [];
	const message = {
		en: `${dialect.name} calls only where the developer turn says "${dialect.trigger}", and gemmark adds it`,
		ko: `${dialect.name} 모델은 developer 턴에 "${dialect.trigger}"라는 문장이 있어야 호출합니다. gemmark는 붙입니다`,
	};
	return [{ level: 'warning', code: 'trigger-missing', message, where: 'system' }];
}

/** Tools of a dialect that writes them into the system text; `lookedAt`: the template makes something of tools too. */
export function declaredInText({ name }: Pick<Dialect, 'name'>, lookedAt: boolean): LintFinding {
	if (!lookedAt) {
		const message = {
			en: `knows no tools, so the system text declares them as ${name} does`,
			ko: `도구를 모르는 템플릿이라 ${name} 방식대로 시스템 글에 적습니다`,
		};
		return { level: 'note', code: 'tools-in-text', message, where: 'template' };
	}
	const message = {
		en: `looks at tools, but has none of the forms that gemmark reads calls in: it is given none, and the system text declares them as ${name} does; an app or a server that hands it tools gets another prompt`,
		ko: `도구를 다루지만 gemmark가 호출을 읽을 줄 아는 방식이 아닙니다. 템플릿에는 도구를 주지 않고 ${name} 방식대로 시스템 글에 적습니다. 템플릿에 도구를 주는 앱이나 서버는 다른 프롬프트를 쓰게 됩니다`,
	};
	return { level: 'warning', code: 'tools-in-text', message, where: 'template' };
}

/** A Gemma goes astray without BOS; where the file says so, engines put it before what the template renders. */
export function bosFindings(text: string, { bosToken, addsBos }: LintTemplate): readonly LintFinding[] {
	if (bosToken === '') return [];
	const finding = { where: 'template' } as const;
	if (text.startsWith(bosToken + bosToken)) {
		const message = { en: `begins with ${bosToken} twice`, ko: `${bosToken}로 두 번 시작합니다` };
		return [{ ...finding, level: 'warning', code: 'bos-twice', message }];
	}
	if (text.startsWith(bosToken)) return [];
	const missing = {
		en: `does not begin with ${bosToken}, without which a Gemma goes astray`,
		ko: `${bosToken}로 시작하지 않는데, 이것이 없으면 Gemma가 제대로 답하지 못합니다`,
	};
	if (addsBos === true) {
		const message = {
			en: `${missing.en}: engines put it there, as the file tells them`,
			ko: `${missing.ko}. 파일의 설정에 따라 엔진이 붙입니다`,
		};
		return [{ ...finding, level: 'note', code: 'bos-added', message }];
	}
	const message = {
		en: `${missing.en}, and gemmark adds nothing`,
		ko: `${missing.ko}. gemmark는 아무것도 붙이지 않습니다`,
	};
	return [{ ...finding, level: 'error', code: 'bos-missing', message }];
}

interface KnownTemplate {
	readonly family: string;
	/** ISO 8601. */
	readonly date: string;
	/** Whether the template says the date itself; else a public repository had it on that date. */
	readonly dated: 'published' | 'seen';
}

/**
 * Official templates by the sha256 of their source without white space at its end.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172
 * (2026-04-13), c7c2837c9 (2026-04-29) and 8a0016f82 (2026-07-14, whose files say that they were published 2026-07-09).
 */
const KNOWN: ReadonlyMap<string, KnownTemplate> = new Map<string, KnownTemplate>([
	known('781d10940fbc44be40064b5d43a056fc486c84ceaa55538226368b57314132bf', 'Gemma 4 E2B', '2026-04-13', 'seen'),
	known('33204f1acb5bd0002713e16a593847f24ceeafe711ed88bda2a352dc996a3373', 'Gemma 4 E2B', '2026-04-29', 'seen'),
	known('523fc86ed4db0357763963f4b0fdbce319903f1f68b2d03f593bef7a56836533', 'Gemma 4 E2B', '2026-07-09', 'published'),
	known('1d35a24a2a63cc600c0cab43628a6df4cd3318e959b03307cf5f9f7e29ecf783', 'Gemma 4 31B', '2026-04-13', 'seen'),
	known('94899c0f917d93f6fe81c95744d1e8ddab2d21d39228d2e4aec1fb2a25bff413', 'Gemma 4 31B', '2026-04-29', 'seen'),
	known('2af48814bacaf2a35a2d57aa19eee6c42ed530011977e8f414cf1d467da446c2', 'Gemma 4 31B', '2026-07-09', 'published'),
]);

const NEWEST = '2026-07-09';

/** How old the template is, where its hash is known or it says so itself. */
export async function templateVintage(chatTemplate: string): Promise<LintFinding> {
	const hash = await sha256(chatTemplate.trimEnd());
	return { level: 'note', code: 'vintage', message: vintageText(chatTemplate, hash), where: 'template' };
}

function vintageText(chatTemplate: string, hash: string): LintFinding['message'] {
	const template = KNOWN.get(hash);
	if (template !== undefined) {
		const { family, date, dated } = template;
		const older = date < NEWEST;
		return {
			en: `the official template of ${family}, ${dated} ${date}${older ? `; use a model file with the newest known here, of ${NEWEST}` : ', the newest that is known here'}`,
			ko: `${family}의 공식 템플릿, ${date}${dated === 'seen' ? ' 확인' : ' 공개'}. ${older ? `여기서 아는 가장 새것은 ${NEWEST}의 것이니 그 템플릿이 든 모델 파일을 쓰세요` : '여기서 아는 것 가운데 가장 새것입니다'}`,
		};
	}
	const said = /\bPublished:\s*(\d{4}-\d{2}-\d{2})\b/u.exec(chatTemplate)?.[1];
	const short = hash.slice(0, 12);
	return {
		en: `no official template that is known here (sha256 ${short})${said === undefined ? '' : `; it says that it was published ${said}`}`,
		ko: `여기서 아는 공식 템플릿이 아닙니다 (sha256 ${short})${said === undefined ? '' : `. 스스로 ${said}에 공개됐다고 적었습니다`}`,
	};
}

function known(
	hash: string,
	family: string,
	date: string,
	dated: KnownTemplate['dated'],
): readonly [string, KnownTemplate] {
	return [hash, { family, date, dated }];
}

/**
 * What the template says of thinking, and whether it can do what is `asked` for. `render` gives its first prompt; without
 * `thinking`, by its own default.
 */
export function templateThinking(
	{ name, thinking: marks }: Pick<Dialect, 'name' | 'thinking'>,
	render: (thinking: boolean | undefined) => string,
	asked?: Thinking | undefined,
): readonly LintFinding[] {
	const [off, on, byDefault] = [render(false), render(true), render(undefined)];
	const finding = (level: LintFinding['level'], code: string, message: LintFinding['message']): LintFinding => ({
		level,
		code,
		message,
		where: 'template',
	});
	if (on === off) {
		if (marks === undefined) return mayThink(asked) ? [finding('error', 'thinking-missing', missing(name))] : [];
		const marker = marks.marker.trimEnd();
		return [
			mayThink(asked)
				? finding('warning', 'thinking-unswitched', unswitched(marker))
				: finding('note', 'thinking', {
						en: `has no switch for thinking; --thinking on writes ${marker} by itself`,
						ko: `생각을 켜고 끄는 스위치가 없습니다. --thinking on은 ${marker} 표시를 직접 적습니다`,
					}),
		];
	}
	const empty = marks !== undefined && off.trimEnd().endsWith(marks.close);
	const switched = finding('note', 'thinking', {
		en: `enable_thinking switches thinking${empty ? '; off, it opens the answer with an empty thought' : ''}`,
		ko: `enable_thinking으로 생각을 켜고 끕니다${empty ? '. 끄면 빈 생각으로 답을 엽니다' : ''}`,
	});
	if (byDefault === off) return [switched];
	return [
		switched,
		finding('warning', 'thinking-by-default', {
			en: 'thinks unless it is told enable_thinking: false, so a server that is sent nothing spends tokens on thought',
			ko: 'enable_thinking: false라고 알리지 않으면 생각합니다. 아무것도 보내지 않으면 서버가 생각에 토큰을 씁니다',
		}),
	];
}

function unswitched(marker: string): LintFinding['message'] {
	return {
		en: `thinking is asked for, and the template has no switch: gemmark writes ${marker} by itself, an app or a server that renders the template does not`,
		ko: `생각을 켜라고 했지만 템플릿에 스위치가 없습니다. gemmark는 ${marker} 표시를 직접 적지만, 템플릿으로 프롬프트를 만드는 앱이나 서버는 그러지 않습니다`,
	};
}

function missing(dialect: string): LintFinding['message'] {
	return {
		en: `thinking is asked for: neither the template nor ${dialect} has thoughts`,
		ko: `생각을 켜라고 했지만 템플릿에도 ${dialect}에도 생각이 없습니다`,
	};
}
