// flutter_edge_ai as the client's Runtime, for .litertlm files. Never compiled by gemmark: see README.md.
import 'package:flutter_edge_ai/flutter_edge_ai.dart';

import 'gemmark_client.dart';

class FlutterEdgeAiRuntime implements Runtime {
  FlutterEdgeAiRuntime._(this._model, this._modelType, this.facts);

  /// Initialises the active model (installed before) and times it. [file] and [version] are what the hello reports.
  static Future<FlutterEdgeAiRuntime> load({
    required String file,
    required String version,
    required PreferredBackend backend,
    required ModelType modelType,
    int? sizeBytes,
    int contextTokens = 4096,
  }) async {
    final clock = Stopwatch()..start();
    final model = await FlutterEdgeAi.getActiveModel(maxTokens: contextTokens, preferredBackend: backend);
    return FlutterEdgeAiRuntime._(model, modelType, {
      'runtime': {'name': 'flutter_edge_ai', 'version': version},
      'model': {'file': file, if (sizeBytes != null) 'sizeBytes': sizeBytes},
      'requestedBackend': backend.name.toUpperCase(),
      // After its own fallback; unknown where the runtime does not say.
      if (model.activeBackend case final active?) 'backend': active.name.toUpperCase(),
      'options': {'contextTokens': contextTokens},
      'initMs': clock.elapsedMicroseconds / 1000,
      'samplers': ['topK', 'topP'],
    });
  }

  final InferenceModel _model;
  final ModelType _modelType;
  InferenceChat? _chat;
  int _maxTokens = 0;

  @override
  final Json facts;

  @override
  Future<void> open(Json message) async {
    await _chat?.session.close();
    _chat = null;
    final sampling = message['sampling'] as Json;
    final tools = [
      for (final tool in (message['tools'] as List).cast<Json>())
        Tool(
          name: tool['name'] as String,
          description: tool['description'] as String,
          parameters: tool['parameters'] as Json,
        ),
    ];
    final temperature = (sampling['temperature'] as num).toDouble();
    _maxTokens = message['maxTokens'] as int;
    _chat = await _model.createChat(
      temperature: temperature,
      randomSeed: sampling['seed'] as int,
      // What is left out comes from the model file.
      topK: temperature == 0 ? 1 : sampling['topK'] as int? ?? 64,
      topP: (sampling['topP'] as num?)?.toDouble() ?? 1,
      tools: tools,
      supportsFunctionCalls: tools.isNotEmpty,
      enableThinking: message['thinking'] != null && message['thinking'] != 'off',
      modelType: _modelType,
      systemInstruction: message['system'] as String?,
      maxOutputTokens: _maxTokens,
    );
  }

  @override
  Future<End> generate(List<Json> results, String? text, Parts out) async {
    final chat = _chat ?? (throw StateError('no conversation is open'));
    for (final result in results) {
      final name = result['name'] as String;
      await chat.addQueryChunk(Message.toolResponse(toolName: name, response: result['response'] as Json));
    }
    if (text != null) await chat.addQueryChunk(Message.text(text: text, isUser: true));
    final before = chat.session.getSessionMetrics();
    var called = false;
    void call(FunctionCallResponse response) {
      called = true;
      out.call(response.name, response.args);
    }

    await for (final response in chat.generateChatResponseAsync()) {
      switch (response) {
        case TextResponse(:final token):
          if (token != '') out.chunk(token);
        case ThinkingResponse(:final content):
          out.chunk(content, thinking: true);
        case FunctionCallResponse():
          call(response);
        case ParallelFunctionCallResponse(:final calls):
          calls.forEach(call);
      }
    }
    // Sums over the session; all 0 where the runtime counts nothing.
    final after = chat.session.getSessionMetrics();
    final output = after.outputTokens - before.outputTokens;
    final isCut = output >= _maxTokens;
    return End(
      called ? 'tool-call' : (isCut ? 'length' : 'stop'),
      usage: {
        if (output > 0) ...{
          'promptTokens': after.totalTokens - output,
          'cachedPromptTokens': before.totalTokens,
          'outputTokens': output,
        },
      },
      counters: {
        if (after.timeToFirstTokenMs != null) 'timeToFirstTokenMs': after.timeToFirstTokenMs,
        if (after.tokensPerSecond != null) 'tokensPerSecond': after.tokensPerSecond,
      },
    );
  }

  @override
  Future<void> stop() async => _chat?.session.stopGeneration();
}
