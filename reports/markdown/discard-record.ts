import { engineNameWithBackend, type Log, type PrefixSummary } from '../../src/index.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import { markdownText } from './markdown-text.ts';

/** ADR-0006, drafted in Korean as the app's team keeps its records: why the text before a call is discarded. */
export function discardRecord(log: Log, summary: PrefixSummary): string {
	const { header } = log;
	const { verdict } = summary;
	const { hits, n, threshold } = verdict;
	const model = `${markdownText(header.model.name)}${header.model.quantization === undefined ? '' : ` (${markdownText(header.model.quantization)})`}`;
	const notice = header.model.miniature
		? '\n\n> **주의:** 내장된 축소 모델로 만든 초안입니다. Gemma에 대한 근거로 쓸 수 없으니, 실제 모델로 다시 측정한 뒤 채택하세요.'
		: '';
	return `## ADR-0006 초안

\`docs/adr/0006-tool-call-prefix-discard.md\`

# ADR-0006: 도구 호출 앞의 텍스트를 의도적으로 폐기한다

- 상태: 제안
- 날짜: ${markdownText(header.startedAt.slice(0, 10))}
- 관련: #312, \`fn-userTurn_partial_push.md\`${notice}

### 맥락

모델은 도구를 호출하기 전에 짧은 말을 먼저 할 수 있다. 이 말을 대화 기록에 남기면(경로 A) 사용자에게 진행 상황이 보이지만, 의미 없는 말이 남으면 기록이 지저분해지고 다음 턴의 프롬프트만 길어진다. 그래서 고정된 한국어 프롬프트 ${n}건을 앱의 실제 대화 루프로 실행해, 의미 있는 접두 텍스트가 ${threshold}건 이상이면 남기고 그보다 적으면 버리기로 했다.

### 측정 결과

- 모델: ${model}, 템플릿 ${markdownText(header.model.templateSha256?.slice(0, 12) ?? '알 수 없음')}
- 엔진: ${markdownText(engineNameWithBackend(header.engine))}
- 의미 있는 접두 텍스트: ${n}건 중 **${hits}건**${rate(summary)}
- 나머지의 이유: ${reasons(summary)}${caution(summary)}

### 결정

경로 B를 채택한다. \`LlmFunctionCall\`을 받으면 그때까지 모인 \`accumulated\`를 대화 기록에 넣지 않고 버린다. 진단용 \`CorpusLogger\`에는 계속 남긴다. 도구 호출 없이 끝나는 턴의 최종 답변은 지금처럼 그대로 남긴다.

### 결과

- 대화 기록에는 사용자 메시지, 도구 호출과 그 결과, 최종 답변만 남는다. 빈 버블이나 추임새뿐인 버블이 생기지 않는다.
- 스트리밍 중에 잠깐 보였던 말이 호출과 함께 사라질 수 있다. 화면에서는 진행 표시로 대신한다.
${hits === 0 ? '' : `- 의미 있는 말을 한 ${hits}건의 텍스트도 함께 버린다. 알고 감수하는 손실이다.\n`}
### 회귀 가드

\`app/test/state/chat_session_prefix_test.dart\`의 "폐기 회귀" 테스트: 의미 있는 접두 텍스트 뒤에 도구 호출이 와도 \`state.messages\`에 \`ModelChatMessage\`가 없어야 한다.

### 다시 검토할 때

모델, 양자화, 채팅 템플릿, 시스템 프롬프트 중 하나라도 바뀌면 같은 코퍼스로 다시 측정한다. ${threshold}건 이상이 되면 이 결정을 철회하고 경로 A로 바꾼다.`;
}

function rate({ verdict }: PrefixSummary): string {
	if (verdict.status !== 'complete') return ' (조기 종료로 비율과 구간은 제시하지 않음)';
	const { hits, n, wilson, clopperPearson, probabilityAtLeastThird } = verdict;
	return ` (${formatShare(hits / n)} %, 95 % 구간 Wilson ${formatShare(wilson.low)}~${formatShare(wilson.high)} %, Clopper-Pearson ${formatShare(clopperPearson.low)}~${formatShare(clopperPearson.high)} %, P(참 비율 ≥ 1/3) ${formatProbability(probabilityAtLeastThird)})`;
}

function reasons({ reasons }: PrefixSummary): string {
	if (reasons.length === 0) return '없음';
	return reasons.map(({ reason, count }) => `${REASONS.get(reason) ?? markdownText(reason)} ${count}건`).join(', ');
}

function caution({ verdict }: PrefixSummary): string {
	if (verdict.status !== 'complete' || !verdict.greyZone) return '';
	return '\n- **회색 지대:** 같은 크기로 다시 측정하면 판정이 달라질 수 있다. 채택 전에 반복 측정을 권한다.';
}

const REASONS: ReadonlyMap<string, string> = new Map([
	['empty', '말이 없거나 공백뿐'],
	['echo', '사용자 말을 따라 함'],
	['filler', '추임새뿐'],
	['not-korean', '한국어가 아님'],
	['markup', '마크업 노출'],
	['no-tool-call', '도구 호출 없음'],
	['malformed-call', '깨진 도구 호출'],
]);
