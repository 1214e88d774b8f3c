import { counted } from '../../../src/base/message.ts';
import type { FlutterGemmaMode } from '../../../src/fates/flutter-gemma-formats.ts';
import type { FlutterGemmaFate } from '../../../src/summary/fates.ts';
import type { Lang } from '../locale.ts';

/** Sentences of the flutter_gemma section. */
export interface FlutterGemmaLocale {
	readonly title: string;
	readonly lead: string;
	readonly modelType: Readonly<Record<FlutterGemmaMode['modelType'], string>>;
	readonly fates: Readonly<Record<FlutterGemmaFate, string>>;
	readonly modes: Readonly<Record<'streaming' | 'whole', string>>;
	/** Behind the lead, where turns are left out. */
	readonly cut: (count: string) => string;
	readonly prompt: string;
	readonly each: string;
}

export const flutterGemmaLocale: Readonly<Record<Lang, FlutterGemmaLocale>> = {
	en: {
		title: 'On flutter_gemma',
		lead: 'What an app on flutter_gemma would do with these very answers: the recorded tokens, played through the rules of the plugin.',
		modelType: {
			gemma4: 'Gemma 4: the runtime reads the calls. A turn that begins with words shows its call as text.',
			functiongemma: 'FunctionGemma: the plugin reads the calls itself. Words before a call are shown, then lost.',
			text: 'A text format: the plugin looks for calls in the text. Words before a call are shown, then lost.',
		},
		fates: {
			shown: 'shown to the user',
			saved: 'saved in the history',
			lost: 'shown, then lost',
		},
		modes: { streaming: 'shown as it comes', whole: 'shown when complete' },
		cut: (count) => `Left out: ${counted(count, 'turn that was', 'turns that were')} cut or failed.`,
		prompt: 'Prompt',
		each: 'Each prompt, shown as it comes',
	},
	ko: {
		title: 'flutter_gemma에서는',
		lead: '같은 답변을 flutter_gemma로 만든 앱이 받았다면 어떻게 되는지 보여 줍니다. 기록된 토큰을 플러그인의 규칙대로 처리한 결과입니다.',
		modelType: {
			gemma4: 'Gemma 4: 도구 호출은 런타임이 읽습니다. 말로 시작한 답변에서는 호출이 글자 그대로 화면에 나옵니다.',
			functiongemma: 'FunctionGemma: 도구 호출은 플러그인이 직접 읽습니다. 호출 앞의 말은 보였다가 사라집니다.',
			text: '텍스트 형식: 플러그인이 글 속에서 호출을 찾습니다. 호출 앞의 말은 보였다가 사라집니다.',
		},
		fates: {
			shown: '사용자에게 보임',
			saved: '대화 기록에 남음',
			lost: '보였다가 사라짐',
		},
		modes: { streaming: '실시간으로 표시할 때', whole: '완성된 뒤 표시할 때' },
		cut: (count) => `잘리거나 실패한 답변 ${count}건은 뺐습니다.`,
		prompt: '프롬프트',
		each: '프롬프트별 결과(실시간으로 표시할 때)',
	},
};
