// LiteRT-LM as the client's Runtime. Compiled against stubs, never run: see README.md.
package dev.gemmark.client

import android.os.SystemClock
import com.google.ai.edge.litertlm.Backend
import com.google.ai.edge.litertlm.Content
import com.google.ai.edge.litertlm.Contents
import com.google.ai.edge.litertlm.Conversation
import com.google.ai.edge.litertlm.ConversationConfig
import com.google.ai.edge.litertlm.Engine
import com.google.ai.edge.litertlm.EngineConfig
import com.google.ai.edge.litertlm.ExperimentalFlags
import com.google.ai.edge.litertlm.Message
import com.google.ai.edge.litertlm.MessageCallback
import com.google.ai.edge.litertlm.OpenApiTool
import com.google.ai.edge.litertlm.SamplerConfig
import com.google.ai.edge.litertlm.tool
import java.io.File
import java.util.concurrent.CountDownLatch
import org.json.JSONArray
import org.json.JSONObject

/** Make it on a background thread: the model is initialised here, and timed. */
class LiteRtLmRuntime(
    private val model: File,
    private val backend: Backend,
    private val version: String, // of the litertlm-android package
    cacheDir: File,
    private val contextTokens: Int? = null,
) : Runtime {
    private val startedAt: Long
    private val engine: Engine

    init {
        // Before the engine is made: token counts and speeds come with it.
        ExperimentalFlags.enableBenchmark = true
        startedAt = SystemClock.elapsedRealtimeNanos()
        engine = Engine(
            EngineConfig(modelPath = model.path, backend = backend, maxNumTokens = contextTokens, cacheDir = cacheDir.path),
        ).apply { initialize() }
    }

    private val initMs = (SystemClock.elapsedRealtimeNanos() - startedAt) / 1e6
    @Volatile private var conversation: Conversation? = null
    private var maxTokens = 0
    private var renders = false

    /** The engine names no backend in effect: `nativeCreateEngine` gives none back. */
    override fun facts(): JSONObject = JSONObject()
        .put("runtime", JSONObject().put("name", "LiteRT-LM").put("version", version))
        .put("model", JSONObject().put("file", model.name).put("sizeBytes", model.length()))
        .put("requestedBackend", backend.name).put("initMs", initMs)
        .put("samplers", JSONArray().put("topK").put("topP"))
        .put(
            "options",
            JSONObject().put("snakeCaseTools", ExperimentalFlags.convertCamelToSnakeCaseInToolDescription)
                .apply { contextTokens?.let { put("contextTokens", it) } },
        )

    override fun open(message: JSONObject) {
        conversation?.close()
        conversation = null // closing it twice throws
        val sampling = message.getJSONObject("sampling")
        val greedy = sampling.getDouble("temperature") == 0.0
        val tools = message.getJSONArray("tools")
        maxTokens = message.getInt("maxTokens")
        renders = message.optBoolean("render")
        conversation = engine.createConversation(
            ConversationConfig(
                systemInstruction = if (message.has("system")) Contents.of(message.getString("system")) else null,
                tools = (0 until tools.length()).map { tool(DeclaredTool(tools.getJSONObject(it))) },
                samplerConfig = SamplerConfig(
                    topK = if (greedy) 1 else sampling.optInt("topK", 64),
                    topP = sampling.optDouble("topP", 1.0),
                    temperature = sampling.getDouble("temperature"),
                    seed = sampling.getInt("seed"),
                ),
                // The tools are gemmark's: calls are reported, not run.
                automaticToolCalling = false,
                maxOutputToken = maxTokens,
            ),
        )
    }

    override fun generate(results: List<JSONObject>, text: String?, out: Parts): End {
        val open = checkNotNull(conversation) { "no conversation is open" }
        if (results.isNotEmpty()) {
            val answers = results.map { Content.ToolResponse(it.getString("name"), plain(it.getJSONObject("response"))) }
            val end = send(open, Message.tool(Contents.of(answers)), if (text == null) out else null)
            // Words after results are a turn of their own here: what is said to the results alone is not reported.
            if (text == null) return end
        }
        return send(open, Message.user(Contents.of(text ?: "")), out)
    }

    /** `out` null: what is said is not reported. */
    private fun send(open: Conversation, message: Message, out: Parts?): End {
        val before = open.getTokenCount()
        val rendered = if (renders) open.renderPrefaceIntoString() + open.renderMessageIntoString(message) else null
        renders = false
        val over = CountDownLatch(1)
        var failure: Throwable? = null
        var called = false
        open.sendMessageAsync(
            message,
            object : MessageCallback {
                override fun onMessage(message: Message) {
                    message.channels["thought"]?.let { if (it != "") out?.chunk(it, thinking = true) }
                    val words = message.contents.contents.filterIsInstance<Content.Text>().joinToString("") { it.text }
                    if (words != "") out?.chunk(words)
                    for (call in message.toolCalls) {
                        called = true
                        out?.call(call.name, JSONObject(call.arguments))
                    }
                }

                override fun onDone() = over.countDown()

                override fun onError(throwable: Throwable) {
                    failure = throwable
                    over.countDown()
                }
            },
        )
        over.await()
        failure?.let { throw it }
        val measured = open.getBenchmarkInfo()
        val isCut = measured.lastDecodeTokenCount >= maxTokens
        return End(
            finish = if (called) "tool-call" else if (isCut) "length" else "stop",
            usage = JSONObject().put("promptTokens", before + measured.lastPrefillTokenCount)
                .put("cachedPromptTokens", before).put("outputTokens", measured.lastDecodeTokenCount),
            prefillMs = measured.lastPrefillTokenCount / measured.lastPrefillTokensPerSecond * 1000,
            counters = JSONObject().put("timeToFirstTokenInSecond", measured.timeToFirstTokenInSecond)
                .put("lastPrefillTokenCount", measured.lastPrefillTokenCount)
                .put("lastDecodeTokenCount", measured.lastDecodeTokenCount)
                .put("lastDecodeTokensPerSecond", measured.lastDecodeTokensPerSecond),
            rendered = rendered,
        )
    }

    override fun stop() {
        conversation?.cancelProcess()
    }
}

/** JSON as Kotlin's maps and lists: a template prints a string as one string, and the model reads another prompt. */
private fun plain(value: Any?): Any? = when (value) {
    is JSONObject -> value.keys().asSequence().associateWith { plain(value.get(it)) }
    is JSONArray -> (0 until value.length()).map { plain(value.get(it)) }
    JSONObject.NULL -> null
    else -> value
}

/** Declares a tool of gemmark's to the runtime, which never runs it. */
private class DeclaredTool(private val declared: JSONObject) : OpenApiTool {
    override fun getToolDescriptionJsonString(): String = declared.toString()

    override fun execute(paramsJsonString: String): String = error("gemmark runs ${declared.getString("name")}")
}
