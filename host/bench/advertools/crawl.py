"""Crawls a site with advertools, which runs Scrapy. Prints one JSON object.

    crawl.py URL CONCURRENCY FOLDER
"""

import json
import re
import resource
import sys
from pathlib import Path

import advertools

url, concurrency, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
pages, log = folder / "pages.jl", folder / "scrapy.log"
advertools.crawl(
    url,
    str(pages),
    follow_links=True,
    allowed_domains=["127.0.0.1"],
    custom_settings={
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "LOG_FILE": str(log),
        "LOG_LEVEL": "INFO",
    },
)
# Scrapy's own time leaves out the start of Python.
seconds = re.search(r"'elapsed_time_seconds': ([0-9.]+)", log.read_text())
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with pages.open() as lines:
    count = sum(1 for _ in lines)
print(
    json.dumps(
        {
            "pages": count,
            "seconds": float(seconds.group(1)),
            "cpu_seconds": used.ru_utime + used.ru_stime,
            "rss_mb": used.ru_maxrss / 1024,
        }
    )
)
