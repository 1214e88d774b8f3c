import { generationPrompt } from '../dialects/prompt/template-misfit.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { AppPrompt } from './app-prompt.ts';
import type { LintFinding } from './finding.ts';

const USER = 'Uqz6';

/**
 * What of the first prompt's turns the template leaves out: the system text, the user's words, the opening of the model's.
 * `otherSystem` is the app with another system text, `turns` are markers that may open the model's; none: it is not asked.
 */
export function unseenTurns(
	{ app, otherSystem, turns }: { app: AppPrompt; otherSystem: AppPrompt | undefined; turns: readonly string[] },
	tools: readonly ToolDeclaration[],
): readonly LintFinding[] {
	const asked = [{ role: 'user', content: USER }];
	const prompt = app.renderAll(asked, tools);
	const said = prompt.lastIndexOf(USER);
	const turn = turns.find((marker) => prompt.includes(marker));
	const unopened = turn !== undefined && !turns.some((marker) => prompt.includes(marker, said));
	return [
		...(prompt === otherSystem?.renderAll(asked, tools) ? [SYSTEM_UNSEEN] : []),
		...(said === -1 ? [USER_UNSEEN] : unopened ? [modelTurnUnopened(turn)] : []),
	];
}

const SYSTEM_UNSEEN: LintFinding = {
	level: 'error',
	code: 'system-unseen',
	message: {
		en: "the model's chat template does not print it, so the model cannot know it: use a template with a system turn, or say it in the first user message",
		ko: '채팅 템플릿이 적지 않아서 모델이 알 수 없습니다. 시스템 턴이 있는 템플릿을 쓰거나 첫 사용자 메시지에 적으세요',
	},
	where: 'system',
};

const USER_UNSEEN: LintFinding = {
	level: 'error',
	code: 'user-unseen',
	message: {
		en: "does not print the user's words behind a system text, so the model answers something else: use the model's own template",
		ko: '시스템 글 뒤에 오는 사용자의 말을 적지 않아서 모델이 엉뚱한 답을 합니다. 모델의 원래 템플릿을 쓰세요',
	},
	where: 'template',
};

function modelTurnUnopened(turnOpen: string): LintFinding {
	const remedy = generationPrompt(`${turnOpen}model\n`);
	const message = {
		en: `does not open the model's turn behind the user's words, so the model goes on in the user's: let it end with ${remedy}`,
		ko: `사용자의 말 뒤에 모델의 턴을 열지 않아서 모델이 사용자의 말을 이어 씁니다. 템플릿 끝에 ${remedy}를 적으세요`,
	};
	return { level: 'error', code: 'model-turn-unopened', message, where: 'template' };
}
