// A certificate for localhost that nobody but itself vouches for, and its key. It is good for nothing else.

export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCfeOUpvpntuC3wzm
4zpxBz+MXX7LsDBqHzPsE1wu6SehRANCAAQVFgmyz+FYtbhYVEDDYgcTesnrjJ8Y
uQS5tromcCkJK/xLjCOarTEfUKuFlPyxuJ2NWmE/eUkgnNKAyy4OgGX7
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIURRYAQHo4nMALC0SlIqLJsDGXc2UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyMzgxMFoYDzIxMjYxMDI4
MTIzODEwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQVFgmyz+FYtbhYVEDDYgcTesnrjJ8YuQS5tromcCkJK/xLjCOarTEf
UKuFlPyxuJ2NWmE/eUkgnNKAyy4OgGX7o1MwUTAdBgNVHQ4EFgQUOy7kG5+0zsbq
R6cpvrc3Nd43pxgwHwYDVR0jBBgwFoAUOy7kG5+0zsbqR6cpvrc3Nd43pxgwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA7bH5NtJsMjTm0TNGmmB0G
b+cLA6ijUx4+NktuiY09GQIgHfKaX/0rbYK5DLvWrciSAqtQJzunr9+dZPXLGMd/
LFY=
-----END CERTIFICATE-----
`,
};
