import { Box, Card, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { Fine, Line, TextButton } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { JobBadge, JobProgress, useCounts } from "./job-status";
import { type Job, useJobs } from "./jobs";
import "./bulk.css";

/** All jobs of the user, newest first. */
export default function BulkPage() {
  const { t, href } = useTexts("bulk");
  const { data, pager } = useJobs();
  const start = <TextButton label={t("bulk.list.new")} isMain to={href("newBulk")} icon="upload" />;
  return (
    <Stack gap="lg">
      <PageHead title={t("bulk.list.title")} lead={t("bulk.list.lead")}>
        {data && data.total > 0 && start}
      </PageHead>
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="table" title={t("bulk.empty.title")} text={t("bulk.empty.text")}>
          {start}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="bulk-list">
            {data.data.map((job) => (
              <JobItem key={job.id} job={job} />
            ))}
          </ul>
        </Card>
      )}
      <Pager {...pager} />
    </Stack>
  );
}

function JobItem({ job }: { job: Job }) {
  const { href, ago } = useTexts();
  const counts = useCounts();
  const tool = useNamedTool(job.tool);
  return (
    <Box component="li" className="bulk-item">
      {tool && <ToolIcon icon={tool.icon} category={tool.category} size={40} />}
      <Box miw={0} flex={1}>
        <Group gap="xs" justify="space-between">
          <Link to={href("bulkJob", { job: job.id })} className="bulk-link">
            <Text fw={600} truncate>
              {job.name}
            </Text>
          </Link>
          <JobBadge job={job} />
        </Group>
        <Line mb={6} of={[tool?.name, ago(job.created_at)]} />
        {job.status !== "ready" && <JobProgress job={job} />}
        <Fine mt={6}>{counts(job)}</Fine>
      </Box>
    </Box>
  );
}
