// Made by generate.mjs; not to be edited.

export const OPENERS: readonly string[] = ["i'm really sorry","i'm so sorry","i'm sorry","i am sorry","sorry","my apologies","apologies","i apologize","i apologise","unfortunately","however","but","and","przepraszam","bardzo mi przykro","przykro mi","niestety","wybacz","ale","jednak"];

export const ROLES: readonly string[] = ["as an artificial intelligence","as an ai","as a large language model","as a language model","i'm just an ai","i'm an ai","i am just an ai","i am an ai","i'm a language model","i am a language model","jako sztuczna inteligencja","jako duży model językowy","jako model językowy","jako model ai","jako asystent ai","jako ai","jestem tylko modelem językowym","jestem modelem językowym","jestem sztuczną inteligencją"];

export const ROLE_ENDS: readonly string[] = [",",".",";",":"," –"," -"," language model"," model"," assistant"," i "," nie "," and "," językowy"," ("];

export const CANNOT: readonly string[] = ["i can't","i cannot","i can not","i'm unable","i am unable","i'm not able","i am not able","i won't","i must decline","i don't have","i do not have","nie mogę","nie potrafię","nie jestem w stanie","nie mam","nie wolno mi"];

export const DECLINES: readonly string[] = ["i can't comply","i cannot comply","i must decline","i have to decline","i must respectfully decline","this request goes against","your request goes against","this request violates","it would be inappropriate for me to","muszę odmówić napisania","muszę odmówić wykonania","muszę odmówić przygotowania","muszę odmówić spełnienia","muszę odmówić realizacji","muszę odmówić pomocy","odmawiam wykonania","odmawiam napisania","odmawiam przygotowania","ta prośba narusza"];

export const UNABLE: readonly string[] = ["i can't","i cannot","i can not","i'm unable to","i am unable to","i'm not able to","i am not able to","i won't be able to","i will not be able to","i'm not comfortable","i am not comfortable","nie mogę","nie potrafię","nie jestem w stanie","nie będę w stanie","nie będę mógł","nie będę mogła","nie mogłabym","nie mógłbym"];

export const VERBS: readonly string[] = ["help","assist","create","creating","write","writing","generate","generating","produce","provide","providing","draft","fulfil","fulfill","complete","answer","respond","continue","proceed","pomóc","napisać","pisać","stworzyć","tworzyć","utworzyć","przygotować","wygenerować","spełnić","zrealizować","wykonać","opracować","zredagować","dostarczyć","udzielić","odpowiedzieć","zrobić","kontynuować"];

export const EMPTY: readonly string[] = ["with","you","that","this","to","here","your","in","such","the","further","tego","tym","w","z","ci","panu","pani","na","to","takiego","takich","dla","ciebie"];

export const REQUESTED: readonly string[] = ["request","requests","text","texts","post","posts","content","copy","article","ad","advert","advertisement","description","message","letter","response","answer","material","task","prompt","prośby","prośbie","polecenia","polecenie","zadania","zadaniu","zadaniem","tekstu","tekstem","tekstów","treści","posta","postu","wpisu","artykułu","opisu","reklamy","ogłoszenia","wiadomości","listu","odpowiedzi","materiału","materiałów","zapytania","pytanie"];

export const SPECIFIED: readonly string[] = ["that","which","about","for","promoting","containing","on","of","as","because","since","with","encouraging","like","this","in","o","który","która","które","którego","której","dla","promującego","promującej","promujących","zawierającego","zawierającej","zawierających","ponieważ","na","z","tego","takiego","takiej","takich","w"];

export const HELPING: readonly string[] = ["help","assist","proceed","pomóc"];

export const ELSEWHERE: readonly string[] = ["another","without","until","kolejnego","kolejnej","bez","dopóki"];
