/** Everything that this function app registers. */
import { app } from "@azure/functions";
import { processEnvironment } from "../shared/adapters/process-environment.ts";
import { createApp } from "../shared/app.ts";
import { checkCluster } from "./check-cluster.ts";
import { watchContainer } from "./watch-container.ts";

const keepalived = createApp(processEnvironment());
for (const notice of keepalived.notices) console.warn(notice);

app.timer("checkCluster", { schedule: keepalived.schedules.checkCluster, handler: checkCluster(keepalived) });
app.timer("watchContainer", { schedule: keepalived.schedules.watchContainer, handler: watchContainer(keepalived) });
