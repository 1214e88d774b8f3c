import { generationPrompt, type TemplateMisfit } from '../../dialects/prompt/template-misfit.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import type { AppPrompt } from '../app-prompt.ts';
import type { LintFinding } from '../finding.ts';

const USER = 'Uqz6';

/** What is asked of a template's turns. */
interface AskedTurns {
	readonly app: AppPrompt;
	/** The app with another system text. */
	readonly otherSystem: AppPrompt | undefined;
	/** Markers that may open the model's turn; none: it is not asked. */
	readonly turns: readonly string[];
	/** For which a run would be refused. */
	readonly misfit: TemplateMisfit | undefined;
}

/**
 * What of the first prompt's turns the template leaves out: the system text, the user's words, the opening of the model's;
 * and what of them it writes otherwise than the dialect.
 */
export function unseenTurns(
	{ app, otherSystem, turns, misfit }: AskedTurns,
	tools: readonly ToolDeclaration[],
): readonly LintFinding[] {
	const asked = [{ role: 'user', content: USER }];
	const prompt = app.renderAll(asked, tools);
	const said = prompt.lastIndexOf(USER);
	const turn = turns.find((marker) => prompt.includes(marker));
	const unopened = turn !== undefined && !turns.some((marker) => prompt.includes(marker, said));
	return [
		...(prompt === otherSystem?.renderAll(asked, tools) ? [SYSTEM_UNSEEN] : []),
		...(said === -1 ? [USER_UNSEEN] : unopened ? [modelTurnUnopened(`${turn}model\n`)] : misfitFindings(misfit)),
	];
}

function misfitFindings(misfit: TemplateMisfit | undefined): readonly LintFinding[] {
	if (misfit?.type === 'model-turn-unopened') return [modelTurnUnopened(misfit.opening)];
	return misfit === undefined ? [] : [otherTurns(misfit.difference)];
}

const SYSTEM_UNSEEN: LintFinding = {
	level: 'error',
	code: 'system-unseen',
	message: {
		en: "the model's chat template does not print it, so the model cannot know it",
		ko: '채팅 템플릿이 적지 않아서 모델이 알 수 없습니다',
	},
	where: 'system',
};

const USER_UNSEEN: LintFinding = {
	level: 'error',
	code: 'user-unseen',
	message: {
		en: "does not print the user's words behind a system text, so the model answers something else",
		ko: '시스템 글 뒤에 오는 사용자의 말을 적지 않아서 모델이 엉뚱한 답을 합니다',
	},
	where: 'template',
};

function modelTurnUnopened(opening: string): LintFinding {
	const ending = generationPrompt(opening);
	const message = {
		en: `does not open the model's turn behind the user's words, so the model goes on in the user's: it should end with ${ending}`,
		ko: `사용자의 말 뒤에 모델의 턴을 열지 않아서 모델이 사용자의 말을 이어 씁니다. 템플릿은 ${ending}로 끝나야 합니다`,
	};
	return { level: 'error', code: 'model-turn-unopened', message, where: 'template' };
}

function otherTurns({ en, ko }: { readonly en: string; readonly ko: string }): LintFinding {
	const message = {
		en: `${en}: gemmark would write later turns otherwise than the template, and refuses to`,
		ko: `${ko}. gemmark가 쓸 뒤의 턴이 템플릿과 달라지므로 실행을 거절합니다`,
	};
	return { level: 'error', code: 'other-turns', message, where: 'template' };
}
