import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

const THROTTLE_MS = 200;

/** The thin bar above a page that is on its way; quick changes do not show it. */
export function NavigationBar() {
  const busy = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return setShown(false);
    const timer = setTimeout(() => setShown(true), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return shown && <div className="sw-progress" aria-hidden="true" />;
}
