import { Button, Divider } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";

const waysInQuery = {
  queryKey: ["ways-in"],
  queryFn: () => unwrap(api.GET("/api/ways-in")),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Which ways to sign in this server offers. */
export const useWaysIn = () => useQuery(waysInQuery).data;

/** Leads to Google and back; only where it is set up. */
export function GoogleButton() {
  const { t } = useTranslation("accounts");
  if (!useWaysIn()?.google) return null;
  return (
    <>
      <Divider label={t("accounts.google.or")} />
      <Button component="a" href="/auth/google" variant="default" size="md">
        {t("accounts.google.signIn")}
      </Button>
    </>
  );
}
