import { isJsonObject, type JsonObject } from '../../../src/base/json.ts';
import type { ToolResult } from '../../../src/tool/tool.ts';

/** The coach's last sentence, from what the tools answered: one short sentence, nothing but their facts. */
export function found(...results: readonly ToolResult[]): string {
	const titles = results.flatMap((result) => rowsOf(result).slice(0, 2)).map(({ title }) => String(title));
	return titles.length === 0 ? '맞는 프로토콜을 찾지 못했어요.' : `이런 습관이 있어요: ${titles.join(', ')}.`;
}

export function explained(...results: readonly ToolResult[]): string {
	return each(results, ({ title, summary }) => `${title}: ${summary}`);
}

export function listed(result: ToolResult): string {
	const titles = rowsOf(result).map(({ title }) => String(title));
	return titles.length === 0 ? '아직 하고 있는 습관이 없어요.' : `지금 하고 있는 습관은 ${titles.join(', ')}이에요.`;
}

export function streaks(...results: readonly ToolResult[]): string {
	return each(results, ({ title, days }) =>
		days === 0 ? `${title}, 지금 이어지는 기록은 없어요.` : `${title}, ${days}일째 이어 가고 있어요.`,
	);
}

export function logged(...results: readonly ToolResult[]): string {
	return each(results, ({ title, value }) =>
		value === 'done' ? `${title}, 했다고 기록했어요.` : `${title}, 빈칸으로 남겼어요.`,
	);
}

export function added(...results: readonly ToolResult[]): string {
	return each(results, ({ title }) => `${title} 습관을 추가했어요.`);
}

/** Rows of a successful answer. */
export function rowsOf(result: ToolResult): readonly JsonObject[] {
	return result.type === 'ok' && Array.isArray(result.data) ? result.data.filter(isJsonObject) : [];
}

function each(results: readonly ToolResult[], tell: (data: JsonObject) => string): string {
	const sentences = results.map((result) => {
		if (result.type === 'ok') return tell(isJsonObject(result.data) ? result.data : {});
		return result.type === 'cancelled'
			? '알겠어요, 그만둘게요.'
			: (REFUSALS[result.code] ?? '죄송해요, 지금은 할 수 없어요.');
	});
	return [...new Set(sentences)].join(' ');
}

const REFUSALS: Readonly<Record<string, string>> = {
	r3_quota: '지금은 습관이 가득 차서 더 추가할 수 없어요.',
	r3_frame: '피하는 말 대신 하려는 행동으로 문장을 써 주세요.',
	r7_entry: '그날은 기록할 수 없어요.',
	not_found: '그런 것을 찾지 못했어요.',
};
