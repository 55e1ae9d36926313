/** The passwords of at least eight characters that guessers try first, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword p@ssw0rd1 pa$$word
  12345678 123456789 1234567890 12345678910 123123123 11111111 111111111 1111111111 00000000 0000000000
  87654321 987654321 0987654321 88888888 99999999 66666666 12341234 12344321 123454321 123456123 1234qwer
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4
  asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 qazwsxedc qazwsx123 qwer1234 1qazxsw2 azertyuiop azerty123
  abcd1234 abcdefgh abc12345 abc123456 aa123456 a1b2c3d4 a1234567 a12345678 aaaaaaaa abcabcabc
  iloveyou iloveyou1 iloveyou2 princess princess1 sunshine sunshine1 football football1 baseball baseball1
  superman superman1 batman123 starwars starwars1 pokemon1 trustno1 whatever whatever1 welcome1 welcome123
  letmein1 letmein123 changeme changeme1 changeme123 default1 default123 administrator admin123 admin1234
  admin12345 adminadmin administrator1 root1234 rootroot toor1234 test1234 testtest test12345 testing123
  guest123 guestguest user1234 username userpassword secret123 secretsecret master123 mustang1 michael1
  jennifer jordan23 charlie1 shadow12 dragon12 dragon123 monkey12 monkey123 computer computer1 internet
  samsung1 samsung123 liverpool liverpool1 chelsea1 arsenal1 barcelona realmadrid juventus bundesliga
  freedom1 hello123 hellohello helloworld ninja123 cheese123 killer123 soccer12 hunter12 maverick corvette
  mercedes ferrari1 lovelove loveyou1 babygirl babygirl1 butterfly buttercup chocolate cookie123 flower123
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  energymetrics energy-metrics energymetrics1 energy123 electricity powermarket correcthorsebatterystaple`
    .split(/\s+/)
    .filter(Boolean),
)
