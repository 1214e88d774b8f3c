import type { Dialect } from '../../dialects/dialect.ts';
import { triggerOf } from '../../dialects/prompt/trigger.ts';
import type { LintFinding } from '../finding.ts';
import type { LintTemplate } from '../prompt-under-lint.ts';

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
