import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useLoaded } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { Notice } from "../../ui/notice";
import { PageTitle } from "../../ui/page-title";
import { ActAs } from "./act-as";
import { ChangePlan } from "./change-plan";
import { EditPerson } from "./edit-person";
import { ErasePerson } from "./erase-person";
import { type Person, personQuery } from "./people";
import { PersonAccess } from "./person-access";
import { PersonFacts } from "./person-facts";
import { PersonMarks } from "./person-marks";
import { PersonSessions } from "./person-sessions";
import { PersonTools } from "./person-tools";
import { PersonWords } from "./person-words";
import "./admin.css";

/** One person: who they are, what they have, and what can be done for them. */
export default function UserPage() {
  const { user: id = "" } = useParams();
  const person = useLoaded(personQuery(id));
  // Forms begin anew with another person.
  return <Whole key={person.id} person={person} />;
}

function Whole({ person }: { person: Person }) {
  const { t } = useTranslation("admin");
  const href = useHref();
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${person.name} – ${t("admin.users.title")}`}</PageTitle>
      <BackLink to={href("adminUsers")}>{t("admin.users.title")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {person.name}
          </Title>
          <Text c="dimmed" mb="xs" style={{ overflowWrap: "anywhere" }}>
            {person.email}
          </Text>
          <PersonMarks person={person} />
        </Box>
        {person.may_impersonate && <ActAs person={person} />}
      </Group>
      {!person.may_act && <OnlyLooking person={person} />}
      <PersonFacts person={person} />
      <ChangePlan userId={person.id} mayChange={person.may_act || person.is_self} />
      <PersonWords person={person} />
      <PersonTools person={person} />
      {person.may_act && <EditPerson person={person} />}
      {person.may_act && <PersonAccess person={person} />}
      <PersonSessions person={person} />
      {person.may_act && <ErasePerson person={person} />}
    </Stack>
  );
}

function OnlyLooking({ person }: { person: Person }) {
  const { t } = useTranslation("admin");
  return <Notice>{t(person.is_self ? "admin.person.self" : "admin.person.onlySuper")}</Notice>;
}
