/** Doubles and fixtures that app teams may use in their own tests. Hand-written, alphabetical by file. */

export { ScriptedCompleter } from '../model/completer.ts';
export { RecordingCorpusLogger } from './doubles/recording-corpus-logger.ts';
export { recordingTools } from './doubles/recording-tools.ts';
export { ScriptedConversation } from './doubles/scripted-conversation.ts';
