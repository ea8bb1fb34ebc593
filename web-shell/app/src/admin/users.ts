import type { Answer } from "../api/client";

export type AdminUser = Answer<"/api/admin/users/{id}">;
export type Role = AdminUser["role"];

export const ROLES: Role[] = ["user", "admin", "super-admin"];
