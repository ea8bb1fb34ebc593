import { UserTools } from "../features/matrix/user-tools";
import { ChangePlan } from "../features/plans/change-plan";
import { UserPage } from "../features/users/user-page";

/** The page of a user shows their plan and tools, which belong to other features. */
export default function UserRoute() {
  return (
    <UserPage
      plan={(user) => <ChangePlan userId={user.id} mayChange={user.may_act || user.is_self} />}
      tools={(user) => <UserTools user={user} />}
    />
  );
}
