import type { ToolDeclaration } from '../model/conversation.ts';

/** The function that the frame prompt demands to be called; its arguments are what `parseFrameCandidates` reads. */
export const emitFrameCandidatesTool: ToolDeclaration = {
	name: 'emit_frame_candidates',
	description: '사용자의 바람을 바꾸어 쓴 L2/L3 프레임 후보를 제출합니다.',
	parameters: {
		type: 'object',
		properties: {
			candidates: {
				type: 'array',
				description: '프레임 후보 목록. 서로 다른 세 개',
				minItems: 1,
				maxItems: 3,
				items: {
					type: 'object',
					properties: {
						level: {
							type: 'string',
							enum: ['L2', 'L3'],
							description: '프레임 수준. L2는 조건부 긍정, L3는 정체성',
						},
						framed_text: {
							type: 'string',
							minLength: 1,
							maxLength: 120,
							description: '프레임 문장. 120자 이하의 한국어 한 문장',
						},
						confidence: { type: 'number', minimum: 0, maximum: 1, description: '확신도. 0과 1 사이' },
						source_pattern_id: { type: 'string', description: '참고한 예시 패턴의 id' },
					},
					required: ['level', 'framed_text'],
				},
			},
		},
		required: ['candidates'],
	},
};
