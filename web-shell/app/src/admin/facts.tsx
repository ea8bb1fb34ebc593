import "./admin.css";

type Fact = [name: string, value: string | null | undefined | false];

/** What is known of something, in pairs; what is not known is left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="admin-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
