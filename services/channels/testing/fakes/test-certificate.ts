/**
 * A certificate that signs itself, for `mail.test`, from 2020 to 2120, and its key: for the mail servers of tests alone.
 * Made with `openssl ca -selfsign`.
 */
export const testCertificate = {
  host: 'mail.test',
  cert: `-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAltYWlsLnRl
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CW1haWwudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEVFupdacMrjWmyM
ml+87X26GGbkJJZfu0iFwX6TMQA1mM7I9UVqZtdS2GuXrA3J6Rsvdglyajopuf1A
Pg6nS/OjSDBGMBQGA1UdEQQNMAuCCW1haWwudGVzdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBTZ8GUgb2yrObXMuyAT+fYzatyLxDAKBggqhkjOPQQDAgNIADBF
AiEA0v/X6WT/Glx+1SCXHrdIW+Gs/R/TrKitdUXdbnhS71QCIE3QVBw+QNTcWRyO
CXwbnkJi+ZCtWPggGdSUrM8Cf5go
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPBLbpYKwvhq8yMN2
UGejFLGcaeIsmVe7Zg5nlMJAtXShRANCAARFRbqXWnDK41psjJpfvO19uhhm5CSW
X7tIhcF+kzEANZjOyPVFambXUthrl6wNyekbL3YJcmo6Kbn9QD4Op0vz
-----END PRIVATE KEY-----`,
}
