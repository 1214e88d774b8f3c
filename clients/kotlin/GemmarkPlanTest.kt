// An instrumented test for device farms. With the Test Orchestrator (without clearPackageData) a kill costs one of the starts,
// and the next one goes on. Compiled against stubs, never run: see README.md.
package dev.gemmark.client

import androidx.test.platform.app.InstrumentationRegistry
import com.google.ai.edge.litertlm.Backend
import java.io.File
import org.json.JSONObject
import org.junit.Assert.assertTrue
import org.junit.FixMethodOrder
import org.junit.Test
import org.junit.runners.MethodSorters

/** Plan, model and answers: /sdcard/Android/data/PACKAGE/files/gemmark/. */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
class GemmarkPlanTest {
    @Test fun start1() = play()

    @Test fun start2() = play()

    @Test fun start3() = play()

    @Test fun start4() = play()

    private fun play() {
        val context = InstrumentationRegistry.getInstrumentation().targetContext
        val folder = File(context.getExternalFilesDir(null), "gemmark")
        val state = DeviceState(context)
        val model = folder.listFiles().orEmpty().first { it.name.endsWith(".litertlm") }
        val client = GemmarkClient(
            app = JSONObject().put("name", context.packageName).put("version", "test"),
            device = android.os.Build.MODEL,
            os = "Android ${android.os.Build.VERSION.RELEASE}",
            runtime = LiteRtLmRuntime(model, Backend.GPU(), version = "0.18.0", cacheDir = context.cacheDir),
            state = state::read,
            process = state.process,
            exit = state.exit,
            show = ::println,
        )
        assertTrue(FileTransport(client, File(folder, "plan.jsonl"), File(folder, "answers.jsonl")).play())
    }
}
