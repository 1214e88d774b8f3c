import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionOption } from '../../src/index.ts';
import { packageRoot } from '../../src/node.ts';

/** Whether the habit coach keeps what the model says before a call, and the record that its team writes of each outcome. */
export function prefixDecision(): DecisionOption {
	return {
		hits: 5,
		of: 15,
		paths: {
			A: {
				title: { en: 'keep the prefix', ko: '앞말을 남긴다' },
				meaning: {
					en: 'Push the text before a call to the chat history.',
					ko: '도구 호출 앞의 글을 대화 기록에 남깁니다.',
				},
				record: recordTemplate('push.md'),
				policy: 'push',
			},
			B: {
				title: { en: 'discard the prefix', ko: '앞말을 버린다' },
				meaning: {
					en: 'Discard the text before a call, on purpose and on record.',
					ko: '도구 호출 앞의 글을 의도적으로 버리고, 그 결정을 기록합니다.',
				},
				record: recordTemplate('adr-0006.md'),
				policy: 'discard',
			},
		},
	};
}

function recordTemplate(file: string): string {
	return readFileSync(join(packageRoot(), 'app', 'habit-coach', 'records', file), 'utf8');
}
