// LiteRT-LM as the client's Runtime, and the phone's state. Not compiled by gemmark: see README.md.
package dev.gemmark.client

import android.app.ActivityManager
import android.content.Context
import android.os.BatteryManager
import android.os.PowerManager
import android.os.Process
import android.os.SystemClock
import com.google.ai.edge.litertlm.Backend
import com.google.ai.edge.litertlm.Content
import com.google.ai.edge.litertlm.Contents
import com.google.ai.edge.litertlm.Conversation
import com.google.ai.edge.litertlm.ConversationConfig
import com.google.ai.edge.litertlm.Engine
import com.google.ai.edge.litertlm.EngineConfig
import com.google.ai.edge.litertlm.Message
import com.google.ai.edge.litertlm.OpenApiTool
import com.google.ai.edge.litertlm.SamplerConfig
import com.google.ai.edge.litertlm.tool
import java.io.File
import kotlinx.coroutines.runBlocking
import org.json.JSONArray
import org.json.JSONObject

/** Make it on a background thread: the model is initialised here, and timed. */
class LiteRtLmRuntime(
    private val model: File,
    private val backend: Backend,
    private val version: String, // of the litertlm-android package
    cacheDir: File,
) : Runtime {
    private val startedAt = SystemClock.elapsedRealtimeNanos()
    private val engine = Engine(EngineConfig(modelPath = model.path, backend = backend, cacheDir = cacheDir.path))
        .apply { initialize() }
    private val initMs = (SystemClock.elapsedRealtimeNanos() - startedAt) / 1e6
    @Volatile private var conversation: Conversation? = null

    override fun facts(): JSONObject = JSONObject()
        .put("runtime", JSONObject().put("name", "LiteRT-LM").put("version", version))
        .put("model", JSONObject().put("file", model.name).put("sizeBytes", model.length()))
        .put("backend", backend.name).put("initMs", initMs)
        .put("samplers", JSONArray().put("topK").put("topP"))

    override fun open(message: JSONObject) {
        conversation?.close()
        conversation = null // closing it twice throws
        val sampling = message.getJSONObject("sampling")
        val greedy = sampling.getDouble("temperature") == 0.0
        val tools = message.getJSONArray("tools")
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
                maxOutputToken = message.getInt("maxTokens"),
            ),
        )
    }

    override fun generate(results: List<JSONObject>, text: String?, out: Parts): End = runBlocking {
        val open = checkNotNull(conversation) { "no conversation is open" }
        var called = false
        suspend fun send(message: Message, report: Boolean) = open.sendMessageAsync(message).collect { said ->
            if (!report) return@collect
            val words = said.contents.contents.filterIsInstance<Content.Text>().joinToString("") { it.text }
            if (words != "") out.chunk(words)
            for (call in said.toolCalls) {
                called = true
                out.call(call.name, JSONObject(call.arguments))
            }
        }
        if (results.isNotEmpty()) {
            val answers = results.map { Content.ToolResponse(it.getString("name"), plain(it.getJSONObject("response"))) }
            // Words after results are a turn of their own here: what is said to the results alone is not reported.
            send(Message.tool(Contents.of(answers)), report = text == null)
        }
        if (text != null) send(Message.user(Contents.of(text)), report = true)
        // The runtime does not distinguish a cut at maxTokens from a stop.
        End(if (called) "tool-call" else "stop")
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

/** The phone's state, as the protocol's `state`; unknown fields are absent. */
class DeviceState(private val context: Context) {
    fun read(): JSONObject {
        val power = context.getSystemService(PowerManager::class.java)
        val activities = context.getSystemService(ActivityManager::class.java)
        val battery = context.getSystemService(BatteryManager::class.java)
        val pss = activities.getProcessMemoryInfo(intArrayOf(Process.myPid())).firstOrNull()?.totalPss
        val percent = battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY)
        return JSONObject().apply {
            if (pss != null && pss > 0) put("memoryBytes", pss * 1024L).put("memoryKind", "pss")
            THERMAL.getOrNull(power.currentThermalStatus)?.let { put("thermal", it) } // API 29
            if (percent in 0..100) put("battery", percent)
            put("charging", battery.isCharging).put("powerSave", power.isPowerSaveMode)
        }
    }
}

/** In the order of PowerManager's THERMAL_STATUS constants. */
private val THERMAL = listOf("nominal", "light", "moderate", "severe", "critical", "emergency", "shutdown")
