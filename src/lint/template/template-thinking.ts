import type { Dialect } from '../../dialects/dialect.ts';
import { mayThink, type Thinking } from '../../model/thinking.ts';
import type { LintFinding } from '../finding.ts';

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
